import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dockerSkipReason, withDockerSkipReason } from '../../../../../tests/kit/shared-docker.ts'
import {
  answerAt,
  createDockerInstanceSetup,
  type DockerInstanceSetup,
} from '../../../../../tests/kit/docker-instance-setup.ts'
import { refused } from '../../../../../tests/kit/instance-setup.ts'
import { createOrganizer } from '../../../../../tests/kit/organizer.ts'

const reason = dockerSkipReason()
const limit = 2
const teams = 12
const long = { timeout: 60_000 }

const isOrphan = (row: { challenge_id: number | null }): boolean => row.challenge_id === null

describe.skipIf(reason !== null)(withDockerSkipReason('many starts at the same time on Docker'), () => {
  let setup: DockerInstanceSetup
  beforeAll(async () => {
    setup = await createDockerInstanceSetup({ startsAtOnce: 6, game: { container_count_limit: limit } })
  })
  afterAll(() => setup.close())

  const runtimes = async () => ({
    found: (await setup.found()).map(({ Id }) => Id).toSorted(),
    written: (await setup.rows()).map(({ runtime_id }) => runtime_id ?? '').toSorted(),
  })

  it('are served or refused with the reason, and none is forgotten', async () => {
    const challenges = await Promise.all(['a', 'b', 'c'].map((title) => setup.served('flag', { title })))
    const all = await Promise.all(Array.from({ length: teams }, () => setup.team()))
    const answers = await Promise.all(
      all.flatMap(({ player, participation }) =>
        challenges.map(async (challenge) => ({
          participation,
          challenge,
          ...(await setup.start(player, challenge)),
        })),
      ),
    )
    const served = answers.filter(({ status }) => status === 200)
    const refusals = answers.filter(({ status }) => status !== 200)
    expect(served).toHaveLength(teams * limit)
    expect(refusals).toHaveLength(teams * (challenges.length - limit))
    for (const refusal of refusals) expect(refusal).toMatchObject(refused(400, 'instance.limitReached'))
    const { found, written } = await runtimes()
    expect(found).toEqual(written)
    expect(found).toHaveLength(teams * limit)

    const told = await Promise.all(served.map(({ body }) => answerAt(body.entry)))
    const flags = await Promise.all(
      served.map(({ participation, challenge }) =>
        setup.world.db
          .selectFrom('game_instance')
          .select('flag')
          .where('participation_id', '=', participation.id)
          .where('challenge_id', '=', challenge.id)
          .executeTakeFirstOrThrow(),
      ),
    )
    expect(told.map((text) => text.trim())).toEqual(flags.map(({ flag }) => flag))
  })

  it('come to an end when organizers disable, delete, and delete the game', async () => {
    const organizer = await createOrganizer(setup.world, setup.admin)
    const gameId = setup.open.game.id
    const [disabled, deleted] = [await setup.served('echo'), await setup.served('echo')]
    const all = await Promise.all([setup.team(), setup.team(), setup.team()])
    await Promise.all(
      all.flatMap(({ player }) => [setup.start(player, disabled), setup.start(player, deleted)]),
    )
    const runningOf = async (challenge: { id: number }): Promise<number> =>
      (await setup.rows()).filter(({ challenge_id }) => challenge_id === challenge.id).length
    expect([await runningOf(disabled), await runningOf(deleted)]).toEqual([all.length, all.length])
    const nothingIsAstray = (): Promise<void> =>
      expect
        .poll(async () => {
          const { found, written } = await runtimes()
          return found.join() === written.join()
        }, long)
        .toBe(true)

    await organizer.edit(gameId, disabled.id, { isEnabled: false })
    await expect.poll(() => runningOf(disabled), long).toBe(0)
    expect(await runningOf(deleted)).toBe(all.length)
    await nothingIsAstray()

    await organizer.remove(gameId, deleted.id)
    await expect.poll(async () => (await setup.rows()).some(isOrphan), long).toBe(false)
    expect(await runningOf(deleted)).toBe(0)
    await nothingIsAstray()

    const starting = setup.start((await setup.team()).player, await setup.served('echo'))
    expect((await setup.admin.delete(`/api/edit/games/${gameId}`)).status).toBe(200)
    expect([200, 400, 404]).toContain((await starting).status)
    await expect.poll(runtimes, long).toEqual({ found: [], written: [] })
  })
})
