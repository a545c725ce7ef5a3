import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContainerInfo, InstanceLog } from '@pennant/contract/instance'
import { dockerLeftOut, dockerTitled } from '../../../../../tests/kit/docker-bench.ts'
import {
  answerAt,
  answerThrough,
  createDockerInstancePlace,
  type DockerInstancePlace,
} from '../../../../../tests/kit/docker-instance-setup.ts'
import { refused } from '../../../../../tests/kit/instance-setup.ts'

const reason = dockerLeftOut()
const minute = 60_000

const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

describe.skipIf(reason !== null).each([
  ['at a port of the Docker host', false],
  ['through this server', true],
])(dockerTitled('an instance on Docker that players reach %s'), (_, proxied) => {
  let place: DockerInstancePlace
  beforeAll(async () => {
    place = await createDockerInstancePlace({ proxied })
  })
  afterAll(() => place.close())

  const answerOf = (entry: string, words?: string, enough?: number): Promise<string> =>
    proxied ? answerThrough(place.world.origin, `/api/proxy/${entry}`, words, enough) : answerAt(entry, words)

  it('is started, reached, extended and stopped by its players', async () => {
    await place.policy({ defaultLifetime: 15, extensionDuration: 8, renewalWindow: 10 })
    const challenge = await place.served('echo')
    const { player } = await place.team()
    const { status, body: info } = await place.start(player, challenge)
    expect([status, info.status]).toEqual([200, 'Running'])
    expect(await place.detail(player, challenge)).toMatchObject({
      closeTime: info.expectStopAt,
      instanceEntry: info.entry,
    })
    expect(await answerOf(info.entry, 'hello', 5)).toBe('hello')

    expect(await place.extend(player, challenge)).toMatchObject(refused(400, 'instance.notYet'))
    place.world.clock.advance(6 * minute)
    const extended = await place.extend(player, challenge)
    expect(extended.body).toEqual({ ...info, expectStopAt: info.expectStopAt + 8 * minute })
    expect(await answerOf(info.entry, 'still there', 11)).toBe('still there')

    expect(await place.found()).toMatchObject([{ State: 'running' }])
    expect((await place.stop(player, challenge)).status).toBe(200)
    expect(await place.found()).toEqual([])
    expect(await place.rows(challenge)).toEqual([])
    expect(await place.detail(player, challenge)).toMatchObject({ closeTime: null, instanceEntry: null })
    await expect(answerOf(info.entry)).rejects.toThrow(proxied ? '404' : 'ECONNREFUSED')
    expect((await place.events(challenge)).map(({ type }) => type)).toEqual([
      'ContainerStart',
      'ContainerDestroy',
    ])
    await place.policy({})
  })

  it('hides the flag of its team, and only that one is right', async () => {
    const challenge = await place.served('flag')
    const [one, two] = [await place.team(), await place.team()]
    const said = await Promise.all(
      [one, two].map(async ({ player }) => {
        const { body } = await place.start(player, challenge)
        return (await answerOf(body.entry)).trim()
      }),
    )
    expect(said).toEqual([await place.flag(one.participation), await place.flag(two.participation)])
    expect(said[0]).not.toBe(said[1])
    await place.open.submit(one.player, challenge, said[0] ?? '')
    await place.open.submit(two.player, challenge, said[0] ?? '')
    const results = await place.world.db
      .selectFrom('submission')
      .select(['participation_id', 'status'])
      .where('challenge_id', '=', challenge.id)
      .orderBy('id')
      .execute()
    expect(results).toEqual([
      { participation_id: one.participation.id, status: 'Accepted' },
      { participation_id: two.participation.id, status: 'CheatDetected' },
    ])
  })

  it('is told whose it is', async () => {
    const challenge = await place.served('environment', { flag_template: 'flag{a b=c $HOME [TEAM_HASH]}' })
    const { player, team, participation } = await place.team()
    const { body } = await place.start(player, challenge)
    const flag = await place.flag(participation)
    expect(variablesIn(await answerOf(body.entry))).toMatchObject({
      FLAG: flag,
      PENNANT_FLAG: flag,
      PENNANT_TEAM_ID: String(team.id),
      PENNANT_USER_ID: player.id,
      PENNANT_CHALLENGE_ID: String(challenge.id),
      PENNANT_GAME_ID: String(place.open.game.id),
      GZCTF_FLAG: flag,
      GZCTF_TEAM_ID: String(team.id),
    })
  })
})

describe.skipIf(reason !== null)(dockerTitled('on Docker'), () => {
  let place: DockerInstancePlace
  beforeAll(async () => {
    place = await createDockerInstancePlace({ proxied: true })
  })
  afterAll(() => place.close())
  const testOf = ({ id }: { id: number }): string =>
    `/api/edit/games/${place.open.game.id}/challenges/${id}/container`
  type Test = ContainerInfo & { code?: string; data?: { detail?: string } }

  it('organisers try a challenge, and read what it says', async () => {
    const challenge = await place.served('talkative', { is_enabled: false })
    const { status, body } = await place.admin.post<Test>(testOf(challenge))
    expect([status, body.status]).toEqual([200, 'Running'])
    const { origin } = place.world
    expect(await answerThrough(origin, `/api/proxy/noinst/${body.entry}`, 'hello', 5)).toBe('hello')
    const log = await place.admin.get<InstanceLog>(`${testOf(challenge)}/log`)
    for (const line of ['out 1\ufffd', 'out 20\ufffd', 'err 1\ufffd', 'err 20\ufffd'])
      expect(log.body.text).toContain(line)
    expect((await place.admin.delete(testOf(challenge))).status).toBe(200)
    expect(await place.found()).toEqual([])
    expect(await place.admin.get(`${testOf(challenge)}/log`)).toMatchObject(refused(404, 'instance.notFound'))
  })

  it.each([
    [
      'an image that there is not',
      'localhost:1/pennant-test/unknown:1',
      'instance.imageUnusable',
      /unknown:1/,
    ],
    ['an image that ends at once', 'pennant-test/ends:1', 'instance.exited', /these are its last words/],
  ])('%s is refused in words, and leaves nothing', async (_, image, code, detail) => {
    const challenge = await place.served('echo', { container_image: image })
    const { player } = await place.team()
    const answer = await place.start(player, challenge)
    expect(answer).toMatchObject(refused(400, code))
    expect(answer.text).not.toMatch(detail)
    const test = await place.admin.post<Test>(testOf(challenge))
    expect(test).toMatchObject(refused(400, code))
    expect(test.body.data?.detail).toMatch(detail)
    expect(await place.rows(challenge)).toEqual([])
    expect(await place.found()).toEqual([])
    await place.world.db
      .updateTable('challenge')
      .set({ container_image: 'pennant-test/echo:1' })
      .where('id', '=', challenge.id)
      .execute()
    await place.open.changed()
    expect((await place.start(player, challenge)).status).toBe(200)
    place.later()
    expect((await place.stop(player, challenge)).status).toBe(200)
  })
})
