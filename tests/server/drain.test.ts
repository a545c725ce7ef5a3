import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '../kit/client.ts'
import { joinRaw, refusalOf } from '../kit/hub-client.ts'
import { patient } from '../kit/patient.ts'
import { createWorld, type World } from '../kit/world.ts'
import { createInstanceSetup, type InstanceSetup, refused } from '../kit/instance-setup.ts'

let setup: InstanceSetup
beforeAll(async () => {
  setup = await createInstanceSetup()
})
afterAll(() => setup.close())

const probes = (...paths: string[]): Promise<number[]> =>
  Promise.all(paths.map(async (path) => (await createClient(setup.world.healthOrigin).get(path)).status))

it('a draining process is not ready, serves on, and gives up what others can do', async () => {
  const { world, open } = setup
  const challenge = await open.challenge({ flags: ['flag{drained}'] })
  const boxed = await setup.challenge()
  const { player } = await open.team()
  const path = `/hub/user?game=${open.game.id}`
  const hub = await joinRaw(world.origin, path)
  const configuration = async (): Promise<unknown[]> => {
    const { status, headers } = await fetch(`${world.origin}/api/config`)
    return [status, headers.get('connection')]
  }
  expect(await configuration()).toEqual([200, 'keep-alive'])
  expect(await probes('/readyz', '/livez', '/startupz', '/healthz')).toEqual([200, 200, 200, 200])

  const hurry = new AbortController()
  const drained = world.app.drain(3_600_000, hurry.signal)
  expect(await probes('/readyz', '/livez', '/startupz', '/healthz')).toEqual([503, 200, 200, 200])
  expect(await configuration()).toEqual([200, 'keep-alive'])
  expect(await open.submit(player, challenge, 'flag{drained}')).toEqual(expect.any(Number))
  expect(await setup.start(player, boxed)).toMatchObject(refused(503, 'server.unavailable'))
  expect(await refusalOf(world.origin, path)).toMatchObject({ status: 503 })

  hurry.abort()
  await drained
  const closed = world.app.hubs.close()
  const heard: unknown[] = []
  for (let one = await hub.hear(); one !== null; one = await hub.hear()) heard.push(one)
  expect(heard.at(-1)).toEqual({ type: 7, allowReconnect: true })
  await closed
})

const request = 'GET /api/config HTTP/1.1\r\nHost: x\r\n'

const connectTo = async ({ origin }: World) => {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

const isOpen = (world: World): Promise<boolean> =>
  connectTo(world).then(
    (socket) => {
      socket.destroy()
      return true
    },
    () => false,
  )

it('a kept connection that nobody uses lasts when no more are taken, until its next answer', async () => {
  const world = await createWorld()
  const kept = await connectTo(world)
  kept.write(`${request}\r\n`)
  await once(kept, 'data')
  const hurry = new AbortController()
  hurry.abort()
  await world.app.drain(3_600_000, hurry.signal)
  await expect.poll(() => isOpen(world), patient).toBe(false)
  kept.write(`${request}\r\n`)
  expect(await text(kept)).toMatch(/HTTP\/1\.1 200 [^]*connection: close/i)
  await world.close()
})

it('anyone who has connected by its end is still answered', async () => {
  const world = await createWorld()
  const early = await connectTo(world)
  early.write(request)
  const ended = world.app.drain(0, new AbortController().signal).then(() => world.close())
  await expect.poll(() => isOpen(world), patient).toBe(false)
  early.write('\r\n')
  expect(await text(early)).toMatch(/^HTTP\/1\.1 200 /)
  await ended
})
