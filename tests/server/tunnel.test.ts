import { createHash, randomBytes } from 'node:crypto'
import type { TunnelInstance, TunnelListItem } from '@pennant/contract/tunnel'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { patient } from '../kit/patient.ts'
import { createRelaySetup, type RelaySetup, type Service } from '../kit/relay-setup.ts'
import { openTcp } from '../kit/tcp-client.ts'
import { createTunnelWorld, type TunnelPage, type TunnelWorld } from '../kit/tunnel-world.ts'

const megabyte = 1024 * 1024
const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

let setup: RelaySetup
beforeAll(async () => {
  setup = await createRelaySetup()
})
afterAll(() => setup.close())
afterEach(() => setup.clear())

const openTunnel = async (): Promise<{ tunnel: TunnelWorld; page: TunnelPage }> => {
  const tunnel = await createTunnelWorld({ timing: { quietMs: 50 } })
  onTestFinished(() => tunnel.close())
  return { tunnel, page: await tunnel.page(setup.world.origin).allowed() }
}
const add = async (page: TunnelPage, { path }: Service): Promise<TunnelInstance> => {
  const remote = `${setup.world.origin.replace(/^http/, 'ws')}${path}`
  const reply = await page.call('/pool', {
    method: 'POST',
    body: { label: 'web', remote, local: '127.0.0.1:0' },
  })
  return reply.json<TunnelInstance>()
}
const list = async (page: TunnelPage): Promise<TunnelListItem[]> =>
  (await page.call('/pool')).json<TunnelListItem[]>()

describe('a program of a player, through the tunnel, the server and back', () => {
  it('gets a megabyte each way as it was', async () => {
    const service = await setup.serve()
    const { page } = await openTunnel()
    const { local } = await add(page, service)
    const [client, target] = await Promise.all([openTcp(local), service.next()])
    const [there, back] = [randomBytes(megabyte), randomBytes(megabyte)]
    const arrived = new Promise<Buffer>((resolve) => {
      const chunks: Buffer[] = []
      target.on('data', (chunk) => {
        chunks.push(chunk)
        const bytes = Buffer.concat(chunks)
        if (bytes.length >= megabyte) resolve(bytes)
      })
    })
    client.socket.write(there)
    target.write(back)
    expect(hash(await arrived)).toBe(hash(there))
    expect(hash(await client.until(megabyte))).toBe(hash(back))
    target.end('bye')
    expect(await client.end()).toBe('finished')
    expect(client.got().subarray(megabyte).toString()).toBe('bye')
    client.socket.destroy()
  })

  it.each([false, true])(
    'gets the answer to all that it has sent, after it has finished (test: %s)',
    async (test) => {
      const service = await setup.serve({
        test,
        work(socket) {
          const digest = createHash('sha256')
          socket.on('data', (chunk) => digest.update(chunk))
          socket.on('end', () => void socket.end(digest.digest('hex')))
        },
      })
      const { page } = await openTunnel()
      const { local } = await add(page, service)
      const client = await openTcp(local)
      const bytes = randomBytes(megabyte)
      client.socket.end(bytes)
      expect(await client.end()).toBe('finished')
      expect(client.got().toString()).toBe(hash(bytes))
    },
  )

  it('notices that the service has broken off', async () => {
    const service = await setup.serve()
    const { page } = await openTunnel()
    const { local } = await add(page, service)
    const [client, target] = await Promise.all([openTcp(local), service.next()])
    target.write('x')
    await client.until(1)
    target.resetAndDestroy()
    expect(await client.end()).toBe('broken off')
  })
})

describe('an instance', () => {
  it('that is there has a latency, and loses its tunnel when it is gone', async () => {
    const service = await setup.serve()
    const { tunnel, page } = await openTunnel()
    await add(page, service)
    await expect.poll(async () => (await list(page))[0]?.latency, patient).toBeGreaterThanOrEqual(0)
    await setup.world.db.deleteFrom('container').where('id', '=', service.container.id).execute()
    setup.world.adapters.bus.publish('instance.gone', { id: service.container.id })
    tunnel.round()
    await expect.poll(() => list(page), patient).toEqual([])
    expect(tunnel.said.join('\n')).toContain('the site answers 404')
  })

  it('takes so many connections, and the player learns why not more', async () => {
    const service = await setup.serve()
    const { tunnel, page } = await openTunnel()
    const { local } = await add(page, service)
    const clients = await Promise.all(
      Array.from({ length: 32 }, async () => {
        const client = await openTcp(local)
        await service.next()
        return client
      }),
    )
    const late = await openTcp(local)
    await late.end()
    expect(tunnel.said.join('\n')).toContain('takes no more connections to this instance')
    for (const { socket } of clients) socket.destroy()
  })

  it('whose service does not answer is said to', async () => {
    const service = await setup.serve({ given: { port: 1 } })
    const { tunnel, page } = await openTunnel()
    const client = await openTcp((await add(page, service)).local)
    await client.end()
    expect(tunnel.said.join('\n')).toContain("the instance isn't responding")
  })
})
