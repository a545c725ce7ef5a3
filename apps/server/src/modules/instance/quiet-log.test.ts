import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createInstanceSetup, type InstanceSetup } from '../../../../../tests/kit/instance-setup.ts'
import { patient } from '../../../../../tests/kit/patient.ts'

type Line = { msg: string; level: string; name: string }

let setup: InstanceSetup
beforeEach(async () => {
  setup = await createInstanceSetup({ game: { container_count_limit: 0 } })
})
afterEach(() => setup.close())

const minute = 60_000
const sweep = () => setup.world.app.modules.instances.sweep()
const reconcile = () => setup.world.app.modules.instances.reconcile()
const logged = async (): Promise<string[]> => {
  const { body } = await setup.admin.get<Line[]>('/api/admin/logs?count=1000')
  return body.flatMap(({ msg, name }) =>
    name === 'System' && /nstance|container/.test(msg) ? msg.split('\n').slice(0, 1) : [],
  )
}
const expired = { expect_stop_at: new Date(0) }
const expire = async ({ id }: { id: string }): Promise<void> => {
  await setup.world.db.updateTable('container').set(expired).where('id', '=', id).execute()
}
const nameOf = ({ id, runtime_id }: { id: string; runtime_id: string | null }): string =>
  `Instance ${id.replaceAll('-', '').slice(0, 12)} (${runtime_id})`

describe('the log has', () => {
  it.each(['the sweep', 'the reconciliation'])(
    'one line for an instance that expires, when %s finds it',
    async (which) => {
      const { row, challenge, team } = await setup.running()
      const game = setup.open.game.id
      await expire(row)
      await (which === 'the sweep' ? sweep() : reconcile())
      await reconcile()
      await expect.poll(() => setup.rows(challenge), patient).toEqual([])
      expect(await logged()).toEqual([
        `${nameOf(row)} of challenge ${challenge.title} (${challenge.id}) in game ${game} for team ${team.name} expired`,
      ])
    },
  )

  it('one line for each of many that expire while sweeps and reconciliations go on', async () => {
    const rows = []
    for (let each = 0; each < 7; each++) rows.push((await setup.running()).row)
    for (const row of rows) await expire(row)
    await Promise.all([reconcile(), sweep(), reconcile(), sweep()])
    await reconcile()
    expect(setup.fakeContainers.containers.size).toBe(0)
    const lines = await logged()
    expect(lines.filter((line) => !line.endsWith(' expired'))).toEqual([])
    for (const row of rows) expect(lines.filter((line) => line.startsWith(nameOf(row)))).toHaveLength(1)
  })

  it('nothing of an instance that comes and goes while the provider is asked', async () => {
    const challenge = await setup.challenge()
    const { player } = await setup.team()
    setup.fakeContainers.onList({
      before: () => setup.start(player, challenge),
      async after() {
        setup.later()
        await setup.stop(player, challenge)
      },
    })
    await reconcile()
    expect(await setup.rows(challenge)).toEqual([])
    expect(await logged()).toEqual([])
  })

  it('nothing of an instance that a player stops while the provider is asked', async () => {
    const { challenge, player } = await setup.running()
    setup.later()
    setup.fakeContainers.onList({ after: () => setup.stop(player, challenge) })
    await reconcile()
    expect(await logged()).toEqual([])
  })

  it('the reason why an instance was stopped that can no longer be played', async () => {
    const { row, participation } = await setup.running()
    await setup.admin.put(`/api/admin/participation/${participation.id}`, { status: 'Suspended' })
    await expect.poll(() => setup.rows(), patient).toEqual([])
    expect(await logged()).toEqual([
      expect.stringMatching(
        new RegExp(`^${nameOf(row).replace(/[()]/g, '\\$&')} .* stopped, since it can no longer be played$`),
      ),
    ])
  })

  it('one warning while what runs instances is away, and one line when it is back', async () => {
    const rows = [(await setup.running()).row, (await setup.running()).row]
    for (const row of rows) await expire(row)
    setup.fakeContainers.down()
    for (let pass = 0; pass < 3; pass++) {
      await sweep()
      await reconcile()
    }
    const others = async () => (await logged()).filter((line) => !line.endsWith(' expired'))
    expect(await others()).toEqual(["Couldn't manage instances: the container provider isn't responding"])
    setup.fakeContainers.up()
    await sweep()
    await reconcile()
    expect((await others()).toSorted()).toEqual([
      "Couldn't manage instances: the container provider isn't responding",
      'Instances can be managed again',
    ])
    expect(await logged()).toHaveLength(4)
    expect(setup.fakeContainers.containers.size).toBe(0)
  })

  it('one line for each instance that ends with what runs it, and no complaint about the rest', async () => {
    const rows = [(await setup.running()).row, (await setup.running()).row]
    setup.fakeContainers.down()
    for (const { runtime_id } of rows) setup.fakeContainers.vanish(runtime_id ?? '', { removed: false })
    await expect
      .poll(async () => (await logged()).filter((line) => line.includes('ended on its own')).length, patient)
      .toBe(2)
    await sweep()
    setup.fakeContainers.up()
    await sweep()
    await reconcile()
    await expect.poll(() => setup.rows(), patient).toEqual([])
    expect((await logged()).filter((line) => !line.includes('ended on its own')).toSorted()).toEqual([
      "Couldn't manage instances: the container provider isn't responding",
      'Instances can be managed again',
    ])
    expect(setup.fakeContainers.containers.size).toBe(0)
  })

  it('no stray container after a start that broke off because nothing answered', async () => {
    const challenge = await setup.challenge()
    const { player } = await setup.team()
    let left = ''
    setup.fakeContainers.onStart(async ({ id }) => {
      left = await setup.fakeContainers.put(id)
      return 'unavailable'
    })
    expect((await setup.start(player, challenge)).body.code).toBe('instance.unavailable')
    await expect.poll(() => setup.rows(challenge), patient).toEqual([])
    await reconcile()
    expect(setup.fakeContainers.containers.has(left)).toBe(false)
    expect(await logged()).toEqual([])
  })

  it('nothing more while another start waits for what is left to be removed', async () => {
    const challenge = await setup.challenge()
    const { player } = await setup.team()
    setup.fakeContainers.onStart(async () => {
      setup.fakeContainers.down()
      return 'unavailable'
    })
    await setup.start(player, challenge)
    setup.world.clock.advance(minute)
    const { body } = await setup.start(player, challenge)
    // The sweep that follows the new team may be removing it at that moment.
    expect(['instance.unavailable', 'instance.stopping']).toContain(body.code)
    await expect
      .poll(logged, patient)
      .toEqual(["Couldn't manage instances: the container provider isn't responding"])
  })
})
