import { once } from 'node:events'
import { connect } from 'node:net'
import type { GameEvent } from '@pennant/contract/hub'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createInstanceSetup, type InstanceSetup } from '../../../../../tests/kit/instance-setup.ts'
import { listen } from '../../../../../tests/kit/listen.ts'
import { patient } from '../../../../../tests/kit/patient.ts'

let setup: InstanceSetup
beforeAll(async () => {
  setup = await createInstanceSetup()
})
afterAll(() => setup.close())
beforeEach(async () => {
  await setup.policy({})
})

const minute = 60_000

const echo = async (entry: string, text: string): Promise<string> => {
  const [host = '', port = ''] = entry.split(':')
  const socket = connect(Number(port), host)
  await once(socket, 'connect')
  socket.end(text)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

describe('an instance that is started', () => {
  it('runs, is shown where it can be reached, and stops after its lifetime', async () => {
    await setup.policy({ defaultLifetime: 30 })
    const before = setup.world.clock.now()
    const { info, player, challenge, row } = await setup.running()
    expect(info).toMatchObject({ status: 'Running', entry: `127.0.0.1:${row.port}` })
    expect(info.startedAt).toBeGreaterThanOrEqual(before)
    expect(info.expectStopAt).toBe(info.startedAt + 30 * minute)
    expect(await echo(info.entry, 'hello')).toBe('hello')
    expect(await setup.detail(player, challenge)).toMatchObject({
      closeTime: info.expectStopAt,
      instanceEntry: info.entry,
    })
  })

  it('has a random id', async () => {
    const { row } = await setup.running()
    expect(row.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('is made as the challenge says, and is told whose it is and which flag it hides', async () => {
    const { participation, team, player, challenge, row } = await setup.running({
      container_image: ' registry.example/heap:2 ',
      expose_port: 1337,
      cpu_count: 5,
      memory_limit: 128,
      storage_limit: 0,
      network_mode: 'Isolated',
    })
    const flag = await setup.flag(participation)
    const told = {
      FLAG: flag,
      TEAM_ID: String(team.id),
      USER_ID: player.id,
      CHALLENGE_ID: String(challenge.id),
      GAME_ID: String(setup.open.game.id),
    }
    const prefixed = (prefix: string) =>
      Object.fromEntries(Object.entries(told).map(([name, value]) => [prefix + name, value]))
    expect(setup.fakeContainers.orders.at(-1)).toEqual({
      id: row.id,
      image: 'registry.example/heap:2',
      port: 1337,
      cpu: 5,
      memoryMb: 128,
      storageMb: 0,
      network: 'Isolated',
      environment: { FLAG: flag, ...prefixed('PENNANT_'), ...prefixed('GZCTF_') },
      suffix: expect.stringMatching(/^[0-9a-f]{16}$/),
      owner: { gameId: setup.open.game.id, challengeId: challenge.id, team: String(team.id) },
      published: true,
      userChange: false,
      mayConnect: true,
      isTest: false,
    })
  })

  it('is made with what is usual where the challenge says nothing, and without a flag where all have the same', async () => {
    await setup.running({
      type: 'StaticContainer',
      cpu_count: null,
      memory_limit: null,
      storage_limit: null,
      network_mode: null,
      flags: ['flag{all}'],
    })
    const order = setup.fakeContainers.orders.at(-1)
    expect(order).toMatchObject({ cpu: 5, memoryMb: 64, storageMb: 256, network: 'Open' })
    expect(Object.keys(order?.environment ?? {}).filter((name) => name.includes('FLAG'))).toEqual([])
    expect(order?.suffix).toMatch(/^[0-9a-f]{16}$/)
  })

  it('gets half a core where its challenge says less, and more where it says more', async () => {
    await setup.running({ cpu_count: 1 })
    expect(setup.fakeContainers.orders.at(-1)?.cpu).toBe(5)
    await setup.running({ cpu_count: 20 })
    expect(setup.fakeContainers.orders.at(-1)?.cpu).toBe(20)
  })

  it('lets programs change user, and is not connected to, where its challenge says so', async () => {
    await setup.running({ allow_user_change: true, check_by_connecting: false })
    expect(setup.fakeContainers.orders.at(-1)).toMatchObject({ userChange: true, mayConnect: false })
  })

  it('keeps its flag when it is started again', async () => {
    const { player, participation, challenge } = await setup.running()
    const flag = await setup.flag(participation)
    const first = setup.fakeContainers.orders.at(-1)
    setup.later()
    expect((await setup.stop(player, challenge)).status).toBe(200)
    setup.later()
    expect((await setup.start(player, challenge)).status).toBe(200)
    const again = setup.fakeContainers.orders.at(-1)
    expect(again?.environment['PENNANT_FLAG']).toBe(flag)
    expect(again?.suffix).toBe(first?.suffix)
    expect(again?.id).not.toBe(first?.id)
    expect((await setup.open.submit(player, challenge, flag)) > 0).toBe(true)
  })

  it('is announced to monitors, and written down with the start and the end of it', async () => {
    const monitor = await listen(
      setup.world,
      `/hub/monitor?game=${setup.open.game.id}`,
      await setup.world.person('Monitor'),
    )
    const { player, team, challenge } = await setup.running()
    setup.later()
    await setup.stop(player, challenge)
    const values = [String(challenge.id), challenge.title]
    const written = { values, user_id: player.id, team_id: team.id }
    expect(await setup.events(challenge)).toEqual([
      { type: 'ContainerStart', ...written },
      { type: 'ContainerDestroy', ...written },
    ])
    const heard = () =>
      monitor.of<GameEvent>('ReceivedGameEvent').filter((event) => event.values[0] === values[0])
    await expect.poll(heard, patient).toHaveLength(2)
    const told = { values, user: player.userName, team: team.name, time: expect.any(Number) }
    expect(heard()).toEqual([
      { type: 'ContainerStart', ...told },
      { type: 'ContainerDestroy', ...told },
    ])
    await monitor.stop()
  })

  it('stands in the log without what would let a reader connect', async () => {
    const { row, team, challenge } = await setup.running()
    const { text } = await setup.admin.get('/api/admin/logs?count=1000')
    const short = `${row.id.replaceAll('-', '').slice(0, 12)} (${row.runtime_id})`
    expect(text).toContain(
      `Instance ${short} of challenge ${challenge.title} (${challenge.id}) in game ${setup.open.game.id} for team ${team.name} started`,
    )
    expect(text).not.toContain(row.id)
    expect(setup.world.said.join('\n')).not.toContain(row.id)
  })
})

describe('where this server relays', () => {
  it('nothing is published, and the entry is the id', async () => {
    const proxied = await createInstanceSetup({
      settings: { CONTAINER_PROVIDER__PORT_MAPPING_TYPE: 'PlatformProxy' },
    })
    const { info, row } = await proxied.running()
    expect(info.entry).toBe(row.id)
    expect(row).toMatchObject({ is_proxied: true, public_ip: null, public_port: null })
    expect(proxied.fakeContainers.orders.at(-1)?.published).toBe(false)
    await proxied.close()
  })
})
