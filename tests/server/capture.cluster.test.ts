import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { downloadAs } from '../kit/download.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { frame, opcodes, openRaw } from '../kit/raw-websocket.ts'
import { createRelaySetup, type RelaySetup, type Service, type ServiceOptions } from '../kit/relay-setup.ts'
import { followedStreams, packetFaults, packetFields, tsharkMissing } from '../kit/tshark.ts'
import type { Person } from '../kit/world.ts'

const missing = tsharkMissing()
const soon = { timeout: 20_000 }
type Shown = { fileName: string; size: number; updateTime: number }

let setup: RelaySetup
let monitor: Person
let service: Service
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pennant-captures-'))
  setup = await createRelaySetup({ settings: { CONTAINER_PROVIDER__ENABLE_TRAFFIC_CAPTURE: 'true' } })
  monitor = await setup.world.person('Monitor')
})
afterAll(async () => {
  await setup.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  service = await serveCaptured({ work: (socket) => void socket.pipe(socket) })
})

const serveCaptured = async (options: ServiceOptions = {}): Promise<Service> => {
  const made = await setup.serve(options)
  await setup.world.db
    .updateTable('challenge')
    .set({ enable_traffic_capture: true })
    .where('id', '=', made.challenge.id)
    .execute()
  await setup.world.db
    .updateTable('game_instance')
    .set({ flag: 'flag{of this team}' })
    .where('challenge_id', '=', made.challenge.id)
    .execute()
  return made
}

const open = async (path = service.path): Promise<WebSocket> => {
  const client = new WebSocket(setup.world.origin.replace('http', 'ws') + path)
  await once(client, 'open')
  return client
}
const echo = async (client: WebSocket, bytes: Buffer): Promise<void> => {
  let heard = 0
  const all = new Promise<void>((resolve) => {
    client.on('message', (data: Buffer) => {
      heard += data.length
      if (heard >= bytes.length) resolve()
    })
  })
  client.send(bytes)
  await all
  client.removeAllListeners('message')
}
const leave = async (client: WebSocket): Promise<void> => {
  client.close(1000)
  await once(client, 'close')
}

const path = (...more: string[]): string =>
  ['/api/game/captures', service.challenge.id, service.participation.id, ...more].join('/')
const shown = async (): Promise<Shown[]> => (await monitor.get<Shown[]>(path())).body
const stored = async (): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of setup.world.adapters.blobs.list(`capture/${service.challenge.id}/`))
    keys.push(key)
  return keys
}
const downloaded = async (name: string): Promise<string> => {
  const { status, bytes } = await downloadAs(monitor, path(name))
  expect(status).toBe(200)
  const file = join(folder, name)
  await writeFile(file, bytes)
  return file
}

describe.skipIf(missing)(
  withSkipReason('the traffic of a captured instance', missing),
  { timeout: 120_000 },
  () => {
    it('can be read in the end by the usual tools, stream by stream', async () => {
      const sent = [randomBytes(150_000), Buffer.from('GET /flag HTTP/1.0\r\n\r\n')] as const
      const one = await open()
      const two = await openRaw(setup.world.origin, service.path)
      two.socket.write(frame(opcodes.binary, sent[1]))
      await echo(one, sent[0])
      expect((await two.hear())?.payload.equals(sent[1])).toBe(true)
      await leave(one)
      two.socket.resetAndDestroy()
      await expect.poll(setup.open, soon).toBe(0)
      setup.world.clock.advance(30_000)
      await expect.poll(stored, soon).toHaveLength(1)
      const [{ fileName } = { fileName: '' }, ...more] = await shown()
      expect(more).toEqual([])
      expect(fileName).toMatch(
        new RegExp(`^${service.container.id.replaceAll('-', '').slice(0, 12)}-[0-9a-z]+\\.pcap\\.gz$`),
      )
      const file = await downloaded(fileName)
      expect(await packetFaults(file)).toEqual([])
      const streams = await followedStreams(file)
      for (const [index, bytes] of sent.entries()) {
        expect(streams[index]?.client.equals(bytes)).toBe(true)
        expect(streams[index]?.server.equals(bytes)).toBe(true)
      }
      const [first] = await packetFields(file, ['udp.srcport', 'udp.payload'])
      expect(JSON.parse(Buffer.from(first?.[1] ?? '', 'hex').toString())).toEqual({
        Challenge: service.challenge.title,
        ChallengeId: service.challenge.id,
        Team: expect.any(String),
        TeamId: service.participation.team_id,
        ContainerId: service.container.runtime_id,
        Flag: 'flag{of this team}',
      })
      const target = String(service.container.port)
      expect(await packetFields(file, ['tcp.srcport', 'tcp.dstport'], 'tcp.flags == 0x002')).toEqual([
        ['10002', target],
        ['10003', target],
      ])
      expect(await packetFields(file, ['tcp.stream'], 'tcp.flags.reset == 1')).toEqual([['1']])
      expect(await packetFields(file, ['tcp.srcport'], 'tcp.flags.fin == 1')).toEqual([['10002'], [target]])
    })

    it('is shown and served while it is recorded', async () => {
      const client = await open()
      await echo(client, Buffer.from('so far'))
      await expect.poll(shown, soon).toHaveLength(1)
      const challenges = await monitor.get<{ id: number; count: number }[]>(
        `/api/game/games/${service.container.game_id}/captures`,
      )
      expect(challenges.body).toMatchObject([{ id: service.challenge.id, count: 1 }])
      expect((await monitor.get(`/api/game/captures/${service.challenge.id}`)).body).toMatchObject([
        { id: service.participation.id, teamId: service.participation.team_id, count: 1 },
      ])
      await expect
        .poll(
          async () => (await followedStreams(await downloaded((await shown())[0]?.fileName ?? '')))[0],
          soon,
        )
        .toEqual({ client: Buffer.from('so far'), server: Buffer.from('so far') })
      const archive = await downloadAs(monitor, path('all'))
      const tar = gunzipSync(archive.bytes)
      const [entry] = tar.toString('latin1', 0, 100).split('\0')
      expect(entry).toBe(`${archive.name.replace('.tar.gz', '')}/${(await shown())[0]?.fileName}`)
      const end = 512 + Number.parseInt(tar.toString('latin1', 124, 135), 8)
      expect(gunzipSync(tar.subarray(512, end)).includes('so far')).toBe(true)
      await leave(client)
    })

    it('goes on in a new file when the one that grows is deleted', async () => {
      const client = await open()
      await echo(client, Buffer.from('unwanted'))
      await expect.poll(shown, soon).toHaveLength(1)
      const [before] = await shown()
      expect((await monitor.delete(path(before?.fileName ?? ''))).status).toBe(200)
      expect([await shown(), await stored()]).toEqual([[], []])
      await echo(client, Buffer.from('goes on'))
      await expect.poll(shown, soon).toHaveLength(1)
      expect((await shown())[0]?.fileName).not.toBe(before?.fileName)
      expect((await monitor.delete(path('all'))).status).toBe(200)
      await leave(client)
      setup.world.clock.advance(30_000)
      expect([await shown(), await stored()]).toEqual([[], []])
      expect((await monitor.get(`/api/game/captures/${service.challenge.id}`)).status).toBe(404)
    })

    it('is stored at once when the container is gone', async () => {
      const client = await open()
      await echo(client, Buffer.from('so far'))
      setup.world.adapters.bus.publish('instance.gone', { id: service.container.id })
      await once(client, 'close')
      await expect.poll(stored, soon).toHaveLength(1)
      const file = await downloaded((await shown())[0]?.fileName ?? '')
      expect(await packetFaults(file)).toEqual([])
      expect(await followedStreams(file)).toEqual([
        { client: Buffer.from('so far'), server: Buffer.from('so far') },
      ])
      expect(await packetFields(file, ['tcp.srcport'], 'tcp.flags.reset == 1')).toEqual([['10002']])
    })

    it('is stored at once when the server stops', async () => {
      const other = await createRelaySetup({
        settings: { CONTAINER_PROVIDER__ENABLE_TRAFFIC_CAPTURE: 'true' },
      })
      const mine = await other.serve({ work: (socket) => void socket.pipe(socket) })
      await other.world.db.updateTable('challenge').set({ enable_traffic_capture: true }).execute()
      const client = new WebSocket(other.world.origin.replace('http', 'ws') + mine.path)
      client.on('error', () => undefined)
      await once(client, 'open')
      await echo(client, Buffer.from('the last words'))
      await other.world.app.close()
      const kept = join(
        other.world.dataFolder,
        'files/capture',
        `${mine.challenge.id}`,
        `${mine.participation.id}`,
      )
      const names = await readdir(kept)
      expect(names).toHaveLength(1)
      const file = join(kept, names[0] ?? '')
      expect(await packetFaults(file)).toEqual([])
      expect(await followedStreams(file)).toEqual([
        { client: Buffer.from('the last words'), server: Buffer.from('the last words') },
      ])
      expect(await readdir(join(other.world.dataFolder, 'captures'))).toEqual([])
      await other.close().catch(() => undefined)
    })
  },
)

describe('a capture of one of two processes', () => {
  it('is shown, served and deleted by the other', async () => {
    const storage = { CONNECTION_STRINGS__STORAGE: `disk://path=${join(setup.world.dataFolder, 'files')}` }
    const second = await setup.world.another({ settings: storage })
    try {
      const there = { ...monitor, origin: second.origin }
      const other = second.visitor()
      other.setCookie(monitor.cookie() ?? '')
      const seen = async (): Promise<Shown[]> => (await other.get<Shown[]>(path())).body
      const client = await open()
      await echo(client, Buffer.from('seen from afar'))
      await expect.poll(shown, soon).toHaveLength(1)
      setup.world.clock.advance(5_000)
      await expect.poll(seen, soon).toHaveLength(1)
      const [{ fileName } = { fileName: '' }] = await seen()
      const file = await downloadAs(there, path(fileName))
      expect(gunzipSync(file.bytes).includes('seen from afar')).toBe(true)
      expect((await other.delete(path(fileName))).status).toBe(200)
      await expect.poll(shown, soon).toEqual([])
      await expect.poll(stored, soon).toEqual([])
      await echo(client, Buffer.from('recorded anew'))
      await leave(client)
      setup.world.clock.advance(30_000)
      await expect.poll(seen, soon).toHaveLength(1)
      const [again] = await seen()
      expect(again?.fileName).not.toBe(fileName)
      const anew = await downloadAs(there, path(again?.fileName ?? ''))
      expect(gunzipSync(anew.bytes).includes('recorded anew')).toBe(true)
    } finally {
      await second.close()
    }
  })
})

describe('what is not to be captured', () => {
  it.each([
    [
      'a challenge that is not captured',
      async () => setup.serve({ work: (socket) => void socket.pipe(socket) }),
    ],
    [
      "an organizer's test",
      async () => serveCaptured({ test: true, work: (socket) => void socket.pipe(socket) }),
    ],
  ])('is %s', async (_what, serve) => {
    service = await serve()
    const client = await open()
    await echo(client, Buffer.from('nobody keeps this'))
    await leave(client)
    setup.world.clock.advance(30_000)
    expect([await shown(), await stored()]).toEqual([[], []])
  })

  it('is anything while capturing is off', async () => {
    const other = await createRelaySetup()
    const mine = await other.serve({ work: (socket) => void socket.pipe(socket) })
    await other.world.db.updateTable('challenge').set({ enable_traffic_capture: true }).execute()
    const client = new WebSocket(other.world.origin.replace('http', 'ws') + mine.path)
    await once(client, 'open')
    await echo(client, Buffer.from('nobody keeps this'))
    await leave(client)
    expect(await readdir(other.world.dataFolder)).not.toContain('captures')
    await other.close()
  })
})
