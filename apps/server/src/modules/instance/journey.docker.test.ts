import type { ContainerInfo } from '@pennant/contract/container'
import type { InstanceLog } from '@pennant/contract/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dockerSkipReason, withDockerSkipReason } from '../../../../../tests/kit/shared-docker.ts'
import {
  answerAt,
  answerThrough,
  createDockerInstanceSetup,
  type DockerInstanceSetup,
} from '../../../../../tests/kit/docker-instance-setup.ts'
import { refused } from '../../../../../tests/kit/instance-setup.ts'

const reason = dockerSkipReason()
const minute = 60_000

const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

describe.skipIf(reason !== null).each([
  ['at a port of the Docker host', false, false],
  ['through this server', true, false],
  ['through this server and the Docker proxy', true, true],
])(withDockerSkipReason('an instance on Docker that players reach %s'), (_, proxied, behindProxy) => {
  let setup: DockerInstanceSetup
  beforeAll(async () => {
    setup = await createDockerInstanceSetup({ proxied, behindProxy })
  })
  afterAll(() => setup.close())

  const answerOf = (entry: string, words?: string, enough?: number): Promise<string> =>
    proxied ? answerThrough(setup.world.origin, `/api/proxy/${entry}`, words, enough) : answerAt(entry, words)

  it('is started, reached, extended and stopped by its players', async () => {
    await setup.policy({ defaultLifetime: 15, extensionDuration: 8, renewalWindow: 10 })
    const challenge = await setup.served('echo')
    const { player } = await setup.team()
    const { status, body: info } = await setup.start(player, challenge)
    expect([status, info.status]).toEqual([200, 'Running'])
    expect(await setup.detail(player, challenge)).toMatchObject({
      closeTime: info.expectStopAt,
      instanceEntry: info.entry,
    })
    expect(await answerOf(info.entry, 'hello', 5)).toBe('hello')

    expect(await setup.extend(player, challenge)).toMatchObject(refused(400, 'instance.notYet'))
    setup.world.clock.advance(6 * minute)
    const extended = await setup.extend(player, challenge)
    expect(extended.body).toEqual({ ...info, expectStopAt: info.expectStopAt + 8 * minute })
    expect(await answerOf(info.entry, 'still there', 11)).toBe('still there')

    expect(await setup.found()).toMatchObject([{ State: 'running' }])
    expect((await setup.stop(player, challenge)).status).toBe(200)
    expect(await setup.found()).toEqual([])
    expect(await setup.rows(challenge)).toEqual([])
    expect(await setup.detail(player, challenge)).toMatchObject({ closeTime: null, instanceEntry: null })
    await expect(answerOf(info.entry)).rejects.toThrow(proxied ? '404' : 'ECONNREFUSED')
    expect((await setup.events(challenge)).map(({ type }) => type)).toEqual([
      'ContainerStart',
      'ContainerDestroy',
    ])
    await setup.policy({})
  })

  it('hides the flag of its team, and only that one is right', async () => {
    const challenge = await setup.served('flag')
    const [one, two] = [await setup.team(), await setup.team()]
    const said = await Promise.all(
      [one, two].map(async ({ player }) => {
        const { body } = await setup.start(player, challenge)
        return (await answerOf(body.entry)).trim()
      }),
    )
    expect(said).toEqual([await setup.flag(one.participation), await setup.flag(two.participation)])
    expect(said[0]).not.toBe(said[1])
    await setup.open.submit(one.player, challenge, said[0] ?? '')
    await setup.open.submit(two.player, challenge, said[0] ?? '')
    const results = await setup.world.db
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
    const challenge = await setup.served('environment', { flag_template: 'flag{a b=c $HOME [TEAM_HASH]}' })
    const { player, team, participation } = await setup.team()
    const { body } = await setup.start(player, challenge)
    const flag = await setup.flag(participation)
    expect(variablesIn(await answerOf(body.entry))).toMatchObject({
      FLAG: flag,
      PENNANT_FLAG: flag,
      PENNANT_TEAM_ID: String(team.id),
      PENNANT_USER_ID: player.id,
      PENNANT_CHALLENGE_ID: String(challenge.id),
      PENNANT_GAME_ID: String(setup.open.game.id),
      GZCTF_FLAG: flag,
      GZCTF_TEAM_ID: String(team.id),
    })
  })
})

describe.skipIf(reason !== null)(withDockerSkipReason('on Docker'), () => {
  let setup: DockerInstanceSetup
  beforeAll(async () => {
    setup = await createDockerInstanceSetup({ proxied: true })
  })
  afterAll(() => setup.close())
  const testOf = ({ id }: { id: number }): string =>
    `/api/edit/games/${setup.open.game.id}/challenges/${id}/container`
  type Test = ContainerInfo & { code?: string; data?: { detail?: string } }

  it('organizers try a challenge, and read what it says', async () => {
    const challenge = await setup.served('talkative', { is_enabled: false })
    const { status, body } = await setup.admin.post<Test>(testOf(challenge))
    expect([status, body.status]).toEqual([200, 'Running'])
    const { origin } = setup.world
    expect(await answerThrough(origin, `/api/proxy/noinst/${body.entry}`, 'hello', 5)).toBe('hello')
    const log = await setup.admin.get<InstanceLog>(`${testOf(challenge)}/log`)
    for (const line of ['out 1\ufffd', 'out 20\ufffd', 'err 1\ufffd', 'err 20\ufffd'])
      expect(log.body.text).toContain(line)
    expect((await setup.admin.delete(testOf(challenge))).status).toBe(200)
    expect(await setup.found()).toEqual([])
    expect(await setup.admin.get(`${testOf(challenge)}/log`)).toMatchObject(refused(404, 'instance.notFound'))
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
    const challenge = await setup.served('echo', { container_image: image })
    const { player } = await setup.team()
    const answer = await setup.start(player, challenge)
    expect(answer).toMatchObject(refused(400, code))
    expect(answer.text).not.toMatch(detail)
    const test = await setup.admin.post<Test>(testOf(challenge))
    expect(test).toMatchObject(refused(400, code))
    expect(test.body.data?.detail).toMatch(detail)
    expect(await setup.rows(challenge)).toEqual([])
    expect(await setup.found()).toEqual([])
    await setup.world.db
      .updateTable('challenge')
      .set({ container_image: 'pennant-test/echo:1' })
      .where('id', '=', challenge.id)
      .execute()
    await setup.open.changed()
    expect((await setup.start(player, challenge)).status).toBe(200)
    setup.later()
    expect((await setup.stop(player, challenge)).status).toBe(200)
  })
})
