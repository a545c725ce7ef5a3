import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gamePermissions } from '@pennant/contract/enums'
import type { GameEvent, GameNotice, ScoreboardVersion, SubmissionInfo } from '@pennant/contract/hub'
import type { GameDetail, Scoreboard } from '@pennant/contract/scoreboard'
import type { ScoreboardChanges } from '@pennant/contract/scoreboard-changes'
import { rowChecksum } from '@pennant/rules/scoreboard/row-checksum'
import { listen } from '../../../../../tests/kit/listen.ts'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import { patient } from '../../../../../tests/kit/patient.ts'

let world: World
let admin: Person
let monitor: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  monitor = await world.person('Monitor')
})
afterAll(() => world.close())

const read = (open: OpenGame, headers: Record<string, string> = {}) =>
  world.visitor(headers).get<Scoreboard>(`${open.path}/scoreboard`)
const detailsOf = (open: OpenGame, by: Person) => by.get<GameDetail>(`${open.path}/details`)

describe('the board', () => {
  it('tells everything of the wire, and nothing else', async () => {
    const open = await createOpenGame(world, { blood_bonus: 52_459_530 })
    const division = await open.division('Novices')
    const { team, player } = await open.team({ division, name: 'Lantern' })
    const web = await open.challenge({ category: 'Web', title: 'B', flags: ['flag{b}'] })
    await open.challenge({ category: 'Web', title: 'A', original_score: 500 })
    await open.challenge({ category: 'Misc', title: 'Hidden', is_enabled: false })
    await open.submit(player, web, 'flag{b}')
    const { body, text, headers, status } = await read(open)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-cache, must-revalidate')
    const time = expect.any(Number) as number
    expect(body).toEqual({
      updateTimeUtc: time,
      bloodBonus: 52_459_530,
      timelines: [
        { divisionId: 0, teams: [{ id: team.id, name: 'Lantern', items: [{ time, score: 1050 }] }] },
        {
          divisionId: division.id,
          teams: [{ id: team.id, name: 'Lantern', items: [{ time, score: 1050 }] }],
        },
      ],
      items: [
        {
          id: team.id,
          name: 'Lantern',
          bio: null,
          avatar: null,
          divisionId: division.id,
          score: 1050,
          rank: 1,
          divisionRank: 1,
          lastSubmissionTime: time,
          solvedChallenges: [
            { id: web.id, score: 1050, type: 'FirstBlood', userName: player.userName, time },
          ],
          solvedCount: 1,
        },
      ],
      divisions: [
        { id: division.id, name: 'Novices', defaultPermissions: gamePermissions.All, challengeConfigs: {} },
      ],
      challenges: {
        Web: [
          {
            id: expect.any(Number) as number,
            title: 'A',
            category: 'Web',
            score: 500,
            solved: 0,
            deadline: null,
            bloods: [],
            disableBloodBonus: false,
          },
          {
            id: web.id,
            title: 'B',
            category: 'Web',
            score: 1000,
            solved: 1,
            deadline: null,
            bloods: [{ id: team.id, name: 'Lantern', avatar: null, submitTimeUtc: time }],
            disableBloodBonus: false,
          },
        ],
      },
      challengeCount: 2,
      version: time,
    })
    expect(text).not.toContain('flag{')
  })

  it('is answered 304 to anyone who has it, and again after every change', async () => {
    const open = await createOpenGame(world)
    const { player } = await open.team()
    const challenge = await open.challenge({ flags: ['flag{x}'] })
    const tag = async () => (await read(open)).headers.get('etag') ?? ''
    const first = await tag()
    expect(first).toMatch(/^W\/"\d+-[0-9A-F]+-[0-9A-F]+"$/)
    expect((await read(open, { 'if-none-match': first })).status).toBe(304)
    expect((await read(open, { 'if-none-match': `"x", ${first}` })).status).toBe(304)
    await open.submit(player, challenge, 'flag{wrong}')
    expect(await tag()).toBe(first)
    await open.submit(player, challenge, 'flag{x}')
    const second = await tag()
    expect(second).not.toBe(first)
    expect((await read(open, { 'if-none-match': first })).status).toBe(200)
    await admin.post(`/api/edit/games/${open.game.id}/scoreboard/flush`)
    expect(await tag()).not.toBe(second)
    const third = await tag()
    await admin.post(`/api/edit/games/${open.game.id}/challenges/updateaccepted`)
    expect(await tag()).not.toBe(third)
  })

  it('is not there before the start, nor for a game that is not', async () => {
    const open = await createOpenGame(world, { start_at: new Date(world.clock.now() + 60_000) })
    await open.challenge({ title: 'Secret' })
    const early = await read(open)
    expect(early).toMatchObject({ status: 400, body: { status: 10_001 } })
    expect(early.text).not.toContain('Secret')
    expect((await read({ ...open, path: '/api/game/999999' })).status).toBe(404)
  })

  it('of a hidden game is for monitors and for those who have joined', async () => {
    const open = await createOpenGame(world, { hidden: true })
    const { player } = await open.team()
    const path = `${open.path}/scoreboard`
    expect((await world.visitor().get(path)).status).toBe(404)
    expect((await (await world.person()).get(path)).status).toBe(404)
    for (const somebody of [player, monitor, admin]) expect((await somebody.get(path)).status).toBe(200)
  })

  it('of a hidden game that is over does not tell strangers that there was one', async () => {
    const end_at = new Date(world.clock.now() - 1_000)
    const open = await createOpenGame(world, { hidden: true, practice_mode: false, end_at })
    const { player } = await open.team()
    const path = `${open.path}/details`
    expect((await (await world.person()).get(path)).status).toBe(404)
    for (const somebody of [player, monitor, admin])
      expect(await somebody.get(path)).toMatchObject({ status: 400, body: { status: 10_002 } })
  })

  it('of a hidden game tells monitors that they take no part', async () => {
    const open = await createOpenGame(world, { hidden: true })
    const challenge = await open.challenge({ flags: ['flag{x}'] })
    const refused = { status: 400, body: { code: 'participation.none' } }
    for (const place of ['details', `challenges/${challenge.id}`, 'writeup'])
      expect(await monitor.get(`${open.path}/${place}`)).toMatchObject(refused)
    const flag = await monitor.post(`${open.path}/challenges/${challenge.id}`, { flag: 'flag{x}' })
    expect(flag).toMatchObject(refused)
  })

  it('can be flushed for a game that is not', async () => {
    for (const route of ['scoreboard/flush', 'challenges/updateaccepted'])
      expect(await admin.post(`/api/edit/games/999999/${route}`)).toMatchObject({ status: 200, text: '' })
  })

  it('shows new names of teams and players', async () => {
    const open = await createOpenGame(world)
    const { team, player } = await open.team({ name: 'Before' })
    const challenge = await open.challenge({ flags: ['flag{x}'] })
    await open.submit(player, challenge, 'flag{x}')
    await read(open)
    await player.put(`/api/team/${team.id}`, { name: 'After' })
    expect((await read(open)).body.items[0]?.name).toBe('After')
    const userName = `n${team.id}renamed`
    expect((await player.put('/api/account/update', { userName })).status).toBe(200)
    expect((await read(open)).body.items[0]?.solvedChallenges[0]?.userName).toBe(userName)
  })

  it('forgets the name of a player who was deleted, not what they solved', async () => {
    const open = await createOpenGame(world)
    const { players } = await open.team({ size: 2 })
    const [, mate] = players
    if (mate === undefined) throw new Error('the team has no second player')
    const challenge = await open.challenge({ flags: ['flag{x}'] })
    await open.submit(mate, challenge, 'flag{x}')
    expect((await read(open)).body.items[0]?.solvedChallenges[0]?.userName).toBe(mate.userName)
    expect((await admin.delete(`/api/admin/users/${mate.id}`)).status).toBe(200)
    expect((await read(open)).body.items[0]?.solvedChallenges).toMatchObject([
      { id: challenge.id, userName: null },
    ])
  })

  it('forgets a suspended team without a trace, and remembers it', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ flags: ['flag{x}'] })
    const first = await open.team()
    const second = await open.team()
    await open.submit(second.player, challenge, 'flag{x}')
    const alone = (await read(open)).body.items.find(({ id }) => id === second.team.id)
    await open.submit(first.player, challenge, 'flag{x}')
    const both = (await read(open)).body
    const decide = (status: string) =>
      admin.put(`/api/admin/participation/${first.participation.id}`, { status })
    await decide('Suspended')
    const { items } = (await read(open)).body
    expect(items).toEqual([alone])
    await decide('Accepted')
    expect((await read(open)).body.items).toEqual(both.items)
  })
})

describe('the details', () => {
  it('are what the team may view, and where it stands', async () => {
    const open = await createOpenGame(world, { writeup_required: true })
    const { All, ViewChallenge } = gamePermissions
    const division = await open.division('Some')
    const { team, player, participation } = await open.team({ division, name: 'Fog' })
    const seen = await open.challenge({ title: 'Seen', category: 'Pwn', flags: ['flag{x}'] })
    const unseen = await open.challenge({ title: 'Unseen', category: 'Pwn' })
    await world.db
      .insertInto('division_challenge')
      .values({
        game_id: open.game.id,
        division_id: division.id,
        challenge_id: unseen.id,
        permissions: All - ViewChallenge,
      })
      .execute()
    await open.changed()
    await open.submit(player, seen, 'flag{x}')
    const { body, headers } = await detailsOf(open, player)
    expect(headers.get('cache-control')).toBe('no-cache, must-revalidate, private')
    expect(body.challengeCount).toBe(1)
    expect(body.challenges['Pwn']?.map(({ title }) => title)).toEqual(['Seen'])
    expect(body.rank).toMatchObject({ id: team.id, rank: 1, score: 1050, solvedCount: 1 })
    expect(body.teamToken).toBe(participation.token)
    expect(body.writeupRequired).toBe(true)
    expect(body.writeupDeadline).toBe(open.game.writeup_deadline.getTime())
  })

  it('are no other team’s, whatever tag is shown', async () => {
    const open = await createOpenGame(world)
    const [one, two] = [await open.team(), await open.team()]
    const { headers } = await detailsOf(open, one.player)
    const tag = { 'if-none-match': headers.get('etag') ?? '' }
    const again = (by: Person) => by.get(`${open.path}/details`, tag)
    expect((await again(one.player)).status).toBe(304)
    expect((await again(two.player)).status).toBe(200)
    expect((await again(await world.person())).status).toBe(400)
  })

  it('are refused with the code of an ended game before anything else', async () => {
    const open = await createOpenGame(world, { end_at: new Date(world.clock.now() - 1) })
    const stranger = await world.person()
    expect(await detailsOf(open, stranger)).toMatchObject({ status: 400, body: { status: 10_002 } })
  })
})

describe('those who watch', () => {
  it('hear of bloods and of new versions, and monitors of everything', async () => {
    const open = await createOpenGame(world)
    const { player, team } = await open.team()
    const challenge = await open.challenge({ flags: ['flag{x}'], title: 'Buoy' })
    await read(open)
    const players = await listen(world, `/hub/user?game=${open.game.id}`)
    const monitors = await listen(world, `/hub/monitor?game=${open.game.id}`, monitor)
    await open.submit(player, challenge, 'flag{no}')
    await open.submit(player, challenge, 'flag{x}')
    const { version } = (await read(open)).body
    await expect
      .poll(() => players.of<ScoreboardVersion>('ReceivedScoreboardVersion').at(-1), patient)
      .toMatchObject({ gameId: open.game.id, version })
    await expect
      .poll(() => players.of<GameNotice>('ReceivedGameNotice'), patient)
      .toMatchObject([{ type: 'FirstBlood', values: [team.name, 'Buoy'] }])
    await expect
      .poll(() => monitors.of<SubmissionInfo>('ReceivedSubmissions'), patient)
      .toMatchObject([
        {
          answer: 'flag{no}',
          status: 'WrongAnswer',
          user: player.userName,
          team: team.name,
          challenge: 'Buoy',
        },
        { answer: 'flag{x}', status: 'Accepted' },
      ])
    await expect
      .poll(() => monitors.of<GameEvent>('ReceivedGameEvent'), patient)
      .toMatchObject([
        { type: 'FlagSubmit', values: ['WrongAnswer', 'flag{no}', 'Buoy', String(challenge.id)] },
        { type: 'FlagSubmit', values: ['Accepted', 'flag{x}', 'Buoy', String(challenge.id)] },
      ])
    expect(JSON.stringify(players.heard)).not.toContain('flag{')
    await players.stop()
    await monitors.stop()
  })
})

describe('two processes', () => {
  it('show the same board, to the byte, no matter who took the submissions', async () => {
    const open = await createOpenGame(world)
    const teams = await Promise.all(Array.from({ length: 6 }, () => open.team()))
    const challenges = [
      await open.challenge({ flags: ['flag{x}'] }),
      await open.challenge({ flags: ['flag{x}'] }),
    ]
    const other = await world.another()
    const text = async (where: World) => (await where.visitor().get(`${open.path}/scoreboard`)).text
    const [begun] = await Promise.all([text(world), text(other)])
    const watcher = await listen(other, `/hub/user?game=${open.game.id}`)
    for (const challenge of challenges)
      await Promise.all(teams.map(({ player }) => open.submit(player, challenge, 'flag{x}')))
    await expect.poll(() => text(other), patient).toBe(await text(world))
    const { version, items } = JSON.parse(await text(world)) as Scoreboard
    await expect
      .poll(() => watcher.of<ScoreboardVersion>('ReceivedScoreboardVersion').at(-1)?.version, patient)
      .toBe(version)
    // A version that only the first one may have shown.
    const { version: since = 0 } = JSON.parse(begun) as Scoreboard
    const { body } = await other
      .visitor()
      .get<ScoreboardChanges>(`${open.path}/scoreboard/changes?since=${since + 1}`)
    expect(body.version).toBe(version)
    expect(body.changes?.solves).toHaveLength(12)
    expect(body.changes?.checksum).toBe(rowChecksum(items))
    await watcher.stop()
    await other.close()
  })
})
