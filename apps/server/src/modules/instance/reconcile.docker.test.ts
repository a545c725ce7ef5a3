import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askDocker, dockerSkipReason, withDockerSkipReason } from '../../../../../tests/kit/shared-docker.ts'
import { imageName } from '../../../../../tests/kit/docker-image.ts'
import {
  answerAt,
  createDockerInstanceSetup,
  type DockerInstanceSetup,
} from '../../../../../tests/kit/docker-instance-setup.ts'
import { refused } from '../../../../../tests/kit/instance-setup.ts'
import { patient } from '../../../../../tests/kit/patient.ts'

const reason = dockerSkipReason()

describe.skipIf(reason !== null)(withDockerSkipReason('what is written down and what Docker has'), () => {
  let setup: DockerInstanceSetup
  beforeAll(async () => {
    setup = await createDockerInstanceSetup()
  })
  afterAll(() => setup.close())

  const put = async (labels: Record<string, string>): Promise<string> => {
    const said = await askDocker('POST', '/containers/create', undefined, {
      Image: imageName('deaf'),
      Labels: labels,
    })
    const { Id }: { Id: string } = JSON.parse(said)
    await askDocker('POST', `/containers/${Id}/start`)
    return Id
  }
  const isThere = (id: string): Promise<boolean> =>
    askDocker('GET', `/containers/${id}/json`).then(
      () => true,
      () => false,
    )
  const running = async () => {
    const challenge = await setup.served('echo')
    const team = await setup.team()
    const answer = await setup.start(team.player, challenge)
    expect(answer.status).toBe(200)
    const [row] = await setup.rows(challenge)
    return { ...team, challenge, info: answer.body, runtimeId: row?.runtime_id ?? '' }
  }

  it.each([
    ['is removed', 'DELETE', '?force=1'],
    ['is killed', 'POST', '/kill'],
  ])(
    'an instance whose container %s by hand is gone at once, and the team can have another',
    async (_, method, rest) => {
      const { challenge, player, runtimeId } = await running()
      await askDocker(method, `/containers/${runtimeId}${rest}`)
      await expect.poll(() => setup.rows(challenge), { timeout: 30_000 }).toEqual([])
      expect(await isThere(runtimeId)).toBe(false)
      expect(await setup.detail(player, challenge)).toMatchObject({
        instanceEntry: null,
        instanceEnd: { reason: 'Killed', exitCode: 137 },
      })
      expect(await setup.start(player, challenge)).toMatchObject(refused(429, 'instance.tooSoon'))
      setup.later()
      const again = await setup.start(player, challenge)
      expect(await answerAt(again.body.entry, 'anew')).toBe('anew')
    },
  )

  it('containers that nobody here has started stay as they are, and lost ones of ours go', async () => {
    const { installation } = setup
    const foreign = [
      await put({}),
      await put({ 'pennant.installation': 'another', 'pennant.instance': randomUUID() }),
    ]
    const lost = [
      await put({ 'pennant.installation': installation, 'pennant.instance': randomUUID() }),
      await put({ 'pennant.installation': installation }),
    ]
    const { runtimeId, info } = await running()
    await setup.world.app.modules.instances.reconcile()
    expect(await Promise.all(foreign.map(isThere))).toEqual([true, true])
    expect(await Promise.all(lost.map(isThere))).toEqual([false, false])
    expect(await isThere(runtimeId)).toBe(true)
    expect(await answerAt(info.entry, 'hello')).toBe('hello')
    for (const id of foreign) await askDocker('DELETE', `/containers/${id}?force=1`)
  })

  it('an instance stops when its time is over', async () => {
    const { challenge, info, runtimeId } = await running()
    setup.world.clock.set(info.expectStopAt + 1)
    await setup.world.app.modules.instances.sweep()
    await expect.poll(() => setup.rows(challenge), patient).toEqual([])
    expect(await isThere(runtimeId)).toBe(false)
  })
})
