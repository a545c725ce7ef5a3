import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { dockerMissing } from '../kit/docker.ts'
import { ask } from '../kit/docker-request.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { followedStreams, packetFaults, tsharkMissing } from '../kit/tshark.ts'
import { notLinux } from './database.ts'
import { callOk, type Game } from './game.ts'
import {
  instanceEnvironment,
  makeInstanceGame,
  openDocker,
  readRows,
  socketOf,
  startInstance,
} from './instance.ts'
import { main, startServer, stopServer, temporaryFolder } from './server.ts'

const missing = notLinux ?? dockerMissing()
const mebibyte = 1_048_576

const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

const follow = async (site: string, entry: string) => {
  const socket = new WebSocket(`${site.replace('http', 'ws')}/api/proxy/${entry}`)
  let bytes = 0
  let wrong = 0
  socket.on('error', () => undefined)
  socket.on('message', (data: Buffer) => {
    // The same line throughout, so that lost or repeated bytes shift it.
    for (const at of [0, data.length >> 1, data.length - 1])
      if (data[at] !== line[(bytes + at) % line.length]) wrong++
    bytes += data.length
  })
  const closed = once(socket, 'close').then(([status]: unknown[]) => status)
  await once(socket, 'open')
  return { socket, closed, bytes: () => bytes, wrong: () => wrong }
}
const line = Buffer.from('this goes on and on\n')
const more = { timeout: 30_000, interval: 50 }

describe.skipIf(missing)(
  withSkipReason('a stream from an instance through the built server', missing),
  () => {
    it('waits for a slow reader without filling memory, and ends when the instance dies', async () => {
      const docker = await openDocker(['stream'])
      const dataDir = path.join(temporaryFolder(), 'data')
      const server = await startServer({ dataDir, env: instanceEnvironment(docker) })
      const { site, program } = server
      const game = await makeInstanceGame(site, { teams: 1, services: ['stream'] })
      const [player, challenge] = [game.players[0], game.served[0]]
      if (player === undefined || challenge === undefined) throw new Error('there is a team')
      const { entry = '' } = (await startInstance(site, game, player, challenge)) ?? {}

      const slow = await follow(site, entry)
      await expect.poll(slow.bytes, more).toBeGreaterThan(mebibyte)
      slow.socket.pause()
      await wait(500)
      const [before, resident] = [slow.bytes(), residentOf(program.pid)]
      await wait(3_000)
      expect(residentOf(program.pid) - resident).toBeLessThan(64 * mebibyte)
      // A slow reader must not delay others.
      const quick = await follow(site, entry)
      await expect.poll(quick.bytes, more).toBeGreaterThan(mebibyte)
      quick.socket.close()
      expect((await fetch(`${site}/api/config`)).status).toBe(200)
      expect(slow.bytes()).toBe(before)
      slow.socket.resume()
      await expect.poll(slow.bytes, more).toBeGreaterThan(before + 2 * mebibyte)

      const [row] = await readRows(dataDir)
      await ask(socketOf(docker), 'POST', `/containers/${row?.runtimeId}/kill`)
      expect([1000, 1001, 1011]).toContain(await slow.closed)
      expect([slow.wrong(), quick.wrong()]).toEqual([0, 0])
      await expect.poll(() => readRows(dataDir), more).toEqual([])
      const again = async (): Promise<number | undefined> =>
        (await startInstance(site, game, player, challenge))?.status
      await expect.poll(again, { timeout: 30_000, interval: 500 }).toBe(200)
      await stopServer(server)
    })
  },
)

const noCaptures = missing ?? tsharkMissing()
type Shown = { fileName: string; size: number }

describe.skipIf(noCaptures)(withSkipReason('a disk for captures that is full', noCaptures), () => {
  it('does not disturb what goes through, and is used again when there is room', async () => {
    const docker = await openDocker(['echo'])
    const folder = temporaryFolder()
    const [dataDir, captures] = [path.join(folder, 'data'), path.join(folder, 'data/captures')]
    mkdirSync(captures, { recursive: true })
    chmodSync(dataDir, 0o711)
    // Mounted in the server's own namespace, so it ends with the server.
    const onSmallDisk = 'mount -t tmpfs -o size=3m none "$1" && shift && exec "$@"'
    const server = await startServer({
      dataDir,
      env: { ...instanceEnvironment(docker), PENNANT_CONTAINERPROVIDER__ENABLETRAFFICCAPTURE: 'true' },
      command: ['unshare', '--mount', 'sh', '-c', onSmallDisk, 'sh', captures, process.execPath, main],
    })
    const { site, program } = server
    const recorded = { enableTrafficCapture: true }
    const game = await makeInstanceGame(site, { teams: 2, services: ['echo'], more: recorded })
    const [one, , two] = game.players
    const [challenge] = game.served
    if (one === undefined || two === undefined || challenge === undefined) throw new Error('two teams')

    const { entry = '' } = (await startInstance(site, game, one, challenge)) ?? {}
    const sent = await exchange(site, entry, 4 * mebibyte)
    const complaint = "Traffic can't be captured at the moment"
    await expect.poll(program.output, more).toContain(complaint)
    await callOk('DELETE', `${site}/api/admin/instances/${entry}`, game.admin)

    const teams = await callOk<{ id: number }[]>('GET', `${site}/api/game/captures/${challenge}`, game.admin)
    expect(teams).toHaveLength(1)
    const place = `${site}/api/game/captures/${challenge}/${teams[0]?.id}`
    const shown = (): Promise<Shown[]> => callOk('GET', place, game.admin)
    const [kept, ...others] = await shown()
    expect(others).toEqual([])
    expect(kept?.size).toBeGreaterThan(mebibyte)
    const [stream] = await streamsOf(`${place}/${kept?.fileName}`, game, path.join(folder, 'kept.pcap.gz'))
    expect(sent.subarray(0, mebibyte).equals(stream?.client.subarray(0, mebibyte) ?? sent)).toBe(true)

    await callOk('DELETE', `${place}/${kept?.fileName}`, game.admin)
    const later = (await startInstance(site, game, two, challenge))?.entry ?? ''
    const words = await exchange(site, later, 1_000)
    await callOk('DELETE', `${site}/api/admin/instances/${later}`, game.admin)
    const found = await callOk<{ id: number }[]>('GET', `${site}/api/game/captures/${challenge}`, game.admin)
    const other = `${site}/api/game/captures/${challenge}/${found[0]?.id}`
    const [fresh] = await callOk<Shown[]>('GET', other, game.admin)
    const [whole] = await streamsOf(`${other}/${fresh?.fileName}`, game, path.join(folder, 'fresh.pcap.gz'))
    expect([whole?.client, whole?.server]).toEqual([words, words])
    expect(program.output().split(complaint)).toHaveLength(2)
    await stopServer(server)
  })
})

async function exchange(site: string, entry: string, bytes: number): Promise<Buffer> {
  const socket = new WebSocket(`${site.replace('http', 'ws')}/api/proxy/${entry}`)
  const sent = randomBytes(bytes)
  let came = 0
  let wrong = 0
  socket.on('message', (data: Buffer) => {
    if (!data.equals(sent.subarray(came, came + data.length))) wrong++
    came += data.length
    if (came >= bytes) socket.close()
  })
  await once(socket, 'open')
  for (let at = 0; at < bytes; at += 65_536) socket.send(sent.subarray(at, at + 65_536))
  await once(socket, 'close')
  expect([came, wrong]).toEqual([bytes, 0])
  return sent
}

async function streamsOf(url: string, { admin }: Game, file: string) {
  const response = await fetch(url, { headers: { cookie: admin } })
  expect(response.status).toBe(200)
  writeFileSync(file, Buffer.from(await response.arrayBuffer()))
  expect(await packetFaults(file)).toEqual([])
  return followedStreams(file)
}
