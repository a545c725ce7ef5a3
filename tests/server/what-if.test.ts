import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gamePermissions } from '@pennant/contract/enums'
import type { GameInfo } from '@pennant/contract/game'
import type { Recorded } from '@pennant/contract/record'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import { createBoard } from '@pennant/rules/scoreboard/board'
import { checksumOf } from '@pennant/rules/scoreboard/checksum'
import { boardInputOf, readRecord } from '@pennant/rules/scoreboard/record'
import { type Change, changed, isEmpty, whatIf } from '@pennant/rules/scoreboard/what-if'
import { insertSolve } from '../kit/factories.ts'
import { createOpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { differenceBetween, inOrder } from './board-difference.ts'

const minute = 60_000

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const answer = async <T>(path: string): Promise<T> => {
  const { status, body } = await admin.get<T>(path)
  expect(status).toBe(200)
  return body
}

const read = async ({ game: { id } }: { game: { id: number } }) => {
  const sent = await answer<Recorded>(`/api/game/${id}/record`)
  const record = readRecord(sent)
  expect(checksumOf(createBoard(boardInputOf(record)))).toBe(sent.checksum)
  return { record, scoreboard: await answer<Scoreboard>(`/api/game/${id}/scoreboard`) }
}

const placed = async () => {
  const open = await createOpenGame(world)
  const { RankOverall, All } = gamePermissions
  const guests = await open.division('Guests', All - RankOverall)
  const challenges = [
    await open.challenge({ title: 'One', original_score: 500 }),
    await open.challenge({ title: 'Two', original_score: 300, category: 'Web', min_score_rate: 0.37 }),
    await open.challenge({ title: 'Three', original_score: 100, disable_blood_bonus: true }),
    await open.challenge({ title: 'Closed' }),
  ]
  const teams = []
  for (let number = 0; number < 13; number++)
    teams.push(await open.team(number % 4 === 3 ? { division: guests } : {}))
  const start = open.game.start_at.getTime()
  for (const [at, challenge] of challenges.entries())
    for (const [number, { participation }] of teams.entries())
      if ((number * 7 + at * 3) % 5 < 3) {
        // Every fifth solve shares its millisecond with the last one, with the teams reversed.
        const nth = ((number * 11 + at * 5) % 13) * minute
        const time = number % 5 === 4 || number < 5 ? start + minute : start + minute + nth
        await insertSolve(world.db, { participation, challenge }, new Date(time))
      }
  const closed = challenges.at(-1)?.id ?? 0
  const last = teams.at(-1)?.participation.id ?? 0
  await world.db.updateTable('participation').set({ status: 'Suspended' }).where('id', '=', last).execute()
  await world.db.updateTable('challenge').set({ is_enabled: false }).where('id', '=', closed).execute()
  await open.changed()
  return { open, challenges, teams, guests }
}

type Placed = Awaited<ReturnType<typeof placed>>

const gamePath = ({ open }: Placed): string => `/api/edit/games/${open.game.id}`

const move = async (at: Placed, times: { start?: number; end?: number }) => {
  const game = await answer<GameInfo>(gamePath(at))
  return admin.put(gamePath(at), { ...game, ...times })
}

const idOf = (rows: readonly { id: number }[], at: number): number => rows[at]?.id ?? 0

const deeds: [string, (at: Placed) => Change, (at: Placed) => Promise<unknown>][] = [
  [
    'a challenge is disabled',
    ({ challenges }) => ({ kind: 'disableChallenges', challengeIds: [idOf(challenges, 0)] }),
    (at) => admin.put(`${gamePath(at)}/challenges/${idOf(at.challenges, 0)}`, { isEnabled: false }),
  ],
  [
    'a challenge is deleted',
    ({ challenges }) => ({ kind: 'deleteChallenges', challengeIds: [idOf(challenges, 1)] }),
    (at) => admin.delete(`${gamePath(at)}/challenges/${idOf(at.challenges, 1)}`),
  ],
  [
    'a challenge that is not open is deleted',
    ({ challenges }) => ({ kind: 'deleteChallenges', challengeIds: [idOf(challenges, 3)] }),
    (at) => admin.delete(`${gamePath(at)}/challenges/${idOf(at.challenges, 3)}`),
  ],
  [
    'the team that leads is deleted',
    ({ teams }) => ({ kind: 'deleteTeams', teamIds: [teams[0]?.team.id ?? 0] }),
    ({ teams }) => admin.delete(`/api/admin/teams/${teams[0]?.team.id}`),
  ],
  [
    'a challenge that was solved is enabled again',
    ({ challenges }) => ({ kind: 'enableChallenges', challengeIds: [idOf(challenges, 3)] }),
    async (at) => {
      const path = `${gamePath(at)}/challenges/${idOf(at.challenges, 3)}`
      return admin.put(path, { isEnabled: true })
    },
  ],
  [
    'a challenge is worth less',
    ({ challenges }) => ({
      kind: 'scoreChallenges',
      challengeIds: [idOf(challenges, 0)],
      scoring: { originalScore: 120, minScoreRate: 0.5, difficulty: 3 },
    }),
    (at) =>
      admin.put(`${gamePath(at)}/challenges/${idOf(at.challenges, 0)}`, {
        originalScore: 120,
        minScoreRate: 0.5,
        difficulty: 3,
      }),
  ],
  [
    'a challenge closes earlier and gives no bonus',
    ({ open, challenges }) => ({
      kind: 'scoreChallenges',
      challengeIds: [idOf(challenges, 1)],
      scoring: { deadline: open.game.start_at.getTime() + 5 * minute, disableBloodBonus: true },
    }),
    (at) =>
      admin.put(`${gamePath(at)}/challenges/${idOf(at.challenges, 1)}`, {
        deadlineUtc: at.open.game.start_at.getTime() + 5 * minute,
        disableBloodBonus: true,
      }),
  ],
  [
    'the blood bonus is another',
    () => ({ kind: 'setBloodBonus', bloodBonus: 314_726_450 }),
    async (at) => {
      const game = await answer<GameInfo>(gamePath(at))
      return admin.put(gamePath(at), { ...game, bloodBonus: 314_726_450 })
    },
  ],
  [
    'the team that leads is suspended',
    ({ teams }) => ({ kind: 'excludeTeams', teamIds: [teams[0]?.team.id ?? 0] }),
    ({ teams }) =>
      admin.put(`/api/admin/participation/${teams[0]?.participation.id}`, { status: 'Suspended' }),
  ],
  [
    'a suspended team is accepted again',
    ({ teams }) => ({ kind: 'acceptTeams', teamIds: [teams[12]?.team.id ?? 0] }),
    ({ teams }) =>
      admin.put(`/api/admin/participation/${teams[12]?.participation.id}`, { status: 'Accepted' }),
  ],
  [
    'points are taken from the team that leads and another one',
    ({ teams }) => ({
      kind: 'adjustTeams',
      teamIds: [teams[0]?.team.id ?? 0, teams[4]?.team.id ?? 0],
      points: -700,
    }),
    (at) =>
      admin.post(`${gamePath(at)}/adjustments`, {
        participationIds: [0, 4].map((index) => at.teams[index]?.participation.id ?? 0),
        points: -700,
        reason: 'Attacked the scoreboard',
      }),
  ],
  [
    'a team is put into another division',
    ({ teams, guests }) => ({
      kind: 'moveTeams',
      teamIds: [teams[0]?.team.id ?? 0, teams[1]?.team.id ?? 0],
      divisionId: guests.id,
    }),
    async ({ open, teams, guests }) => {
      const ids = teams.slice(0, 2).map(({ participation }) => participation.id)
      return admin.put(`/api/edit/games/${open.game.id}/participations`, { ids, divisionId: guests.id })
    },
  ],
  [
    'a division gets other permissions',
    ({ guests, challenges }) => ({
      kind: 'permitDivision',
      divisionId: guests.id,
      defaultPermissions: gamePermissions.All,
      challengeConfigs: [{ challengeId: idOf(challenges, 0), permissions: gamePermissions.ViewChallenge }],
    }),
    (at) =>
      admin.put(`${gamePath(at)}/divisions/${at.guests.id}`, {
        name: 'Guests',
        defaultPermissions: gamePermissions.All,
        challengeConfigs: [
          { challengeId: idOf(at.challenges, 0), permissions: gamePermissions.ViewChallenge },
        ],
      }),
  ],
  [
    'a division is deleted',
    ({ guests }) => ({ kind: 'deleteDivision', divisionId: guests.id }),
    (at) => admin.delete(`${gamePath(at)}/divisions/${at.guests.id}`),
  ],
  [
    'the game begins later',
    ({ open }) => ({ kind: 'moveTimes', start: open.game.start_at.getTime() + 4 * minute }),
    (at) => move(at, { start: at.open.game.start_at.getTime() + 4 * minute }),
  ],
  [
    'the game ends earlier',
    ({ open }) => ({ kind: 'moveTimes', end: open.game.start_at.getTime() + 3 * minute }),
    (at) => move(at, { end: at.open.game.start_at.getTime() + 3 * minute }),
  ],
]

describe('the preview of a change, from the record of the game', () => {
  it.each(deeds)('is what the board says once it is done: %s', async (_what, changeOf, perform) => {
    const at = await placed()
    const change = changeOf(at)
    const { record, scoreboard: before } = await read(at.open)
    const difference = whatIf(record, change)

    expect(await perform(at)).toMatchObject({ status: 200 })
    const after = await answer<Scoreboard>(`/api/game/${at.open.game.id}/scoreboard`)
    const predicted = createBoard(boardInputOf(changed(record, change)))
    expect(predicted.items()).toEqual(after.items)
    const known = new Map(predicted.challenges().map((one) => [one.id, one]))
    expect(known.size).toBe(after.challengeCount)
    for (const one of Object.values(after.challenges).flat()) expect(known.get(one.id)).toEqual(one)

    expect(inOrder(difference)).toEqual(differenceBetween({ before, after }))
    expect(isEmpty(difference)).toBe(difference.teams.length === 0)
  })
})
