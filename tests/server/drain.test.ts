import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '../kit/client.ts'
import { joinRaw, refusalOf } from '../kit/hub-client.ts'
import { patient } from '../kit/patient.ts'
import { createWorld } from '../kit/world.ts'
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
  // A kept connection would break when the process ends.
  expect(await configuration()).toEqual([200, 'close'])
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

it('anyone who has connected by its end is still answered', async () => {
  const world = await createWorld()
  const { hostname, port } = new URL(world.origin)
  const open = async () => {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    return socket
  }
  const early = await open()
  early.write('GET /api/config HTTP/1.1\r\nHost: x\r\n')
  const ended = world.app.drain(0, new AbortController().signal).then(() => world.close())
  const isOpen = (): Promise<boolean> =>
    open().then(
      (socket) => {
        socket.destroy()
        return true
      },
      () => false,
    )
  await expect.poll(isOpen, patient).toBe(false)
  early.write('\r\n')
  expect(await text(early)).toMatch(/^HTTP\/1\.1 200 /)
  await ended
})
