import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askDocker, dockerLeftOut, dockerTitled } from '../../../../../tests/kit/docker-bench.ts'
import { imageName } from '../../../../../tests/kit/docker-image.ts'
import {
  answerAt,
  createDockerInstancePlace,
  type DockerInstancePlace,
} from '../../../../../tests/kit/docker-instance-setup.ts'
import { refused } from '../../../../../tests/kit/instance-setup.ts'
import { patient } from '../../../../../tests/kit/patient.ts'

const reason = dockerLeftOut()

describe.skipIf(reason !== null)(dockerTitled('what is written down and what Docker has'), () => {
  let place: DockerInstancePlace
  beforeAll(async () => {
    place = await createDockerInstancePlace()
  })
  afterAll(() => place.close())

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
    const challenge = await place.served('echo')
    const team = await place.team()
    const answer = await place.start(team.player, challenge)
    expect(answer.status).toBe(200)
    const [row] = await place.rows(challenge)
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
      await expect.poll(() => place.rows(challenge), { timeout: 30_000 }).toEqual([])
      expect(await isThere(runtimeId)).toBe(false)
      expect(await place.detail(player, challenge)).toMatchObject({
        instanceEntry: null,
        instanceEnd: { reason: 'Killed', exitCode: 137 },
      })
      expect(await place.start(player, challenge)).toMatchObject(refused(429, 'instance.tooSoon'))
      place.later()
      const again = await place.start(player, challenge)
      expect(await answerAt(again.body.entry, 'anew')).toBe('anew')
    },
  )

  it('containers that nobody here has started stay as they are, and lost ones of ours go', async () => {
    const { installation } = place
    const foreign = [
      await put({}),
      await put({ 'pennant.installation': 'another', 'pennant.instance': randomUUID() }),
    ]
    const lost = [
      await put({ 'pennant.installation': installation, 'pennant.instance': randomUUID() }),
      await put({ 'pennant.installation': installation }),
    ]
    const { runtimeId, info } = await running()
    await place.world.app.modules.instances.reconcile()
    expect(await Promise.all(foreign.map(isThere))).toEqual([true, true])
    expect(await Promise.all(lost.map(isThere))).toEqual([false, false])
    expect(await isThere(runtimeId)).toBe(true)
    expect(await answerAt(info.entry, 'hello')).toBe('hello')
    for (const id of foreign) await askDocker('DELETE', `/containers/${id}?force=1`)
  })

  it('an instance stops when its time is over', async () => {
    const { challenge, info, runtimeId } = await running()
    place.world.clock.set(info.expectStopAt + 1)
    await place.world.app.modules.instances.sweep()
    await expect.poll(() => place.rows(challenge), patient).toEqual([])
    expect(await isThere(runtimeId)).toBe(false)
  })
})
