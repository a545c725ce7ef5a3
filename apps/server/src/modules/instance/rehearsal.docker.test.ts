import { describe, expect, it, onTestFinished } from 'vitest'
import { createDockerInstanceSetup } from '../../../../../tests/kit/docker-instance-setup.ts'
import { play } from '../../../../../tests/kit/rehearsal-play.ts'
import { begin, end } from '../../../../../tests/kit/rehearsal.ts'
import { dockerSkipReason, withDockerSkipReason } from '../../../../../tests/kit/shared-docker.ts'

const reason = dockerSkipReason()
describe.skipIf(reason !== null)(withDockerSkipReason('a rehearsal with instances on Docker'), () => {
  it.each([
    ['published', false],
    ['reached through the server', true],
  ])('starts those that are %s, reaches them, and leaves none behind', async (_how, proxied) => {
    const setup = await createDockerInstanceSetup({ proxied })
    onTestFinished(setup.close)
    const { admin, open, world } = setup
    await setup.served('flag')
    const cast = await begin(admin, { teams: 3, instances: 3, burst: 1, duringGame: open.game.title })
    const { figures } = await play(world, cast)
    expect(figures.instances).toEqual({ asked: 3, within60s: 3, within180s: 3, refusedForQuota: 0 })
    expect(figures.answers).toMatchObject({ failed: 0, lost: 0, refused: 0, unexpected: 0 })
    expect(await setup.found()).toHaveLength(3)
    expect((await end(admin, cast)).left).toEqual([])
    expect(await setup.found()).toEqual([])
  })
})
