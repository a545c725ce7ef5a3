import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInstanceSetup, type InstanceSetup } from '../../../../../tests/kit/instance-setup.ts'
import { listen } from '../../../../../tests/kit/listen.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import type { ContainerEnd } from '../../ports/containers.ts'

let setup: InstanceSetup
beforeAll(async () => {
  setup = await createInstanceSetup()
})
afterAll(() => setup.close())

type Line = { msg: string; level: string; count?: number }

const linesOf = async ({ title }: { title: string }): Promise<Line[]> => {
  const { body } = await setup.admin.get<Line[]>('/api/admin/logs?count=1000')
  return body.filter(({ msg }) => msg.includes(title) && msg.includes('ended on its own'))
}

const cases: [what: string, end: ContainerEnd, words: string][] = [
  ['exits', { reason: 'Exited', exitCode: 3 }, 'its service exited (exit code 3)'],
  ['is killed', { reason: 'Killed', exitCode: 137 }, 'it was killed (exit code 137)'],
  ['runs out of memory', { reason: 'OutOfMemory', exitCode: 137 }, 'it ran out of memory (exit code 137)'],
  ['loses its node', { reason: 'Evicted', exitCode: null }, 'its node ended it'],
]

describe('an instance that', () => {
  it.each(cases)('%s tells its team, also after a reload, and the log', async (_what, end, words) => {
    const { row, challenge, player, team } = await setup.running()
    const listener = await listen(setup.world, `/hub/user?game=${setup.open.game.id}`, player)
    setup.fakeContainers.vanish(row.runtime_id ?? '', { removed: false, end })
    await expect
      .poll(() => listener.of('ReceivedInstanceState'), patient)
      .toMatchObject([{ challengeId: challenge.id, state: 'Gone' }])
    const { instanceEnd } = await setup.detail(player, challenge)
    expect(instanceEnd).toEqual({ ...end, time: expect.any(Number) })
    expect(await linesOf(challenge)).toMatchObject([
      {
        msg: `Instance of challenge ${challenge.title} (${challenge.id}) in game ${setup.open.game.id} for team ${team.name} ended on its own: ${words}`,
      },
    ])
    await listener.stop()
  })

  it('ended while nobody was told is found with its reason by the reconciliation', async () => {
    const end = { reason: 'OutOfMemory', exitCode: 137 } as const
    const [kept, lost] = [await setup.running(), await setup.running()]
    setup.fakeContainers.vanish(kept.row.runtime_id ?? '', { removed: false, told: false, end })
    setup.fakeContainers.vanish(lost.row.runtime_id ?? '', { told: false })
    await setup.world.app.modules.instances.reconcile()
    expect((await setup.detail(kept.player, kept.challenge)).instanceEnd).toMatchObject(end)
    expect((await setup.detail(lost.player, lost.challenge)).instanceEnd).toMatchObject({
      reason: 'Removed',
      exitCode: null,
    })
  })

  it('ends again and again is one line with a count, and the next start forgets how the last one ended', async () => {
    const { row, challenge, player } = await setup.running()
    const end = { reason: 'Exited', exitCode: 1 } as const
    setup.fakeContainers.vanish(row.runtime_id ?? '', { removed: false, end })
    for (let each = 0; each < 3; each++) {
      await expect.poll(() => setup.rows(challenge), patient).toEqual([])
      expect((await setup.detail(player, challenge)).instanceEnd).toMatchObject(end)
      setup.later()
      expect((await setup.start(player, challenge)).status).toBe(200)
      expect((await setup.detail(player, challenge)).instanceEnd).toBeUndefined()
      const [again] = await setup.rows(challenge)
      setup.fakeContainers.vanish(again?.runtime_id ?? '', { removed: false, end })
    }
    await expect.poll(async () => (await linesOf(challenge)).map(({ count }) => count), patient).toEqual([4])
  })

  it('its team has stopped has not ended on its own', async () => {
    const { challenge, player } = await setup.running()
    setup.later()
    await setup.stop(player, challenge)
    expect((await setup.detail(player, challenge)).instanceEnd).toBeUndefined()
    expect(await linesOf(challenge)).toEqual([])
  })
})
