import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import WebSocket from 'ws'
import { withSkipReason } from '../kit/skip-reason.ts'
import { followedStreams, packetFaults, tsharkMissing } from '../kit/tshark.ts'
import { killNow, notLinux } from './database.ts'
import { callOk, type Game, gameEnvironment, makeGame } from './game.ts'
import { startServer, stopServer, temporaryFolder } from './server.ts'
import { embeddedSql, type Sql } from './sql.ts'

const missing = notLinux ?? tsharkMissing()
const env = {
  ...gameEnvironment,
  PENNANT_CONTAINERPROVIDER__PORTMAPPINGTYPE: 'PlatformProxy',
  PENNANT_CONTAINERPROVIDER__ENABLETRAFFICCAPTURE: 'true',
}
type Shown = { fileName: string; size: number }

const startEcho = async (): Promise<number> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.pipe(socket)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const addContainer = async (sql: Sql, game: Game, port: number) => {
  const id = randomUUID()
  const [challenge] = game.challenges
  await sql(`update challenge set type = 'DynamicContainer', enable_traffic_capture = true where id = $1`, [
    challenge?.id,
  ])
  const [participation] = await sql<{ id: number }>('select id from participation where game_id = $1', [
    game.id,
  ])
  const keys = [game.id, participation?.id, challenge?.id]
  await sql(
    'insert into game_instance (game_id, participation_id, challenge_id) values ($1, $2, $3) on conflict do nothing',
    keys,
  )
  await sql(
    `insert into container (id, game_id, participation_id, challenge_id, image, status, runtime_id, is_proxied,
       ip, port, started_at, expect_stop_at)
     values ($4, $1, $2, $3, 'echo', 'Running', 'f00d', true, '127.0.0.1', $5, now(), now() + interval '2 hours')`,
    [...keys, id, port],
  )
  return { id, captures: `/api/game/captures/${challenge?.id}/${participation?.id}` }
}

describe.skipIf(missing)(withSkipReason('killing the built server while it captures', missing), () => {
  it('leaves a capture that the next start makes good, up to what could be seen before', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const first = await startServer({ dataDir, env })
    const game = await makeGame(first.site, { teams: 1, challenges: 1 })
    const { id, captures } = await addContainer(embeddedSql(dataDir), game, await startEcho())
    const shown = (site: string): Promise<Shown[]> => callOk('GET', site + captures, game.admin)

    const client = new WebSocket(`${first.site.replace('http', 'ws')}/api/proxy/${id}`)
    client.on('error', () => undefined)
    await once(client, 'open')
    const sent: Buffer[] = []
    const sending = setInterval(() => {
      const bytes = randomBytes(20_000)
      sent.push(bytes)
      client.send(bytes)
    }, 5)
    onTestFinished(() => clearInterval(sending))
    await expect
      .poll(async () => (await shown(first.site))[0]?.size ?? 0, { timeout: 30_000 })
      .toBeGreaterThan(2_000_000)
    await wait(300)
    const [before] = await shown(first.site)
    killNow(first.program.pid)
    await first.program.ended
    clearInterval(sending)

    const second = await startServer({ dataDir, env })
    await expect.poll(() => readdirSync(path.join(dataDir, 'captures')), { timeout: 30_000 }).toEqual([])
    const [after, ...more] = await shown(second.site)
    expect([after?.fileName, more]).toEqual([before?.fileName, []])
    expect(after?.size).toBeGreaterThanOrEqual(before?.size ?? 0)
    const response = await fetch(`${second.site}${captures}/${after?.fileName}`, {
      headers: { cookie: game.admin },
    })
    const file = path.join(dataDir, '..', 'capture.pcap.gz')
    writeFileSync(file, Buffer.from(await response.arrayBuffer()))
    expect(await packetFaults(file)).toEqual([])
    const [stream] = await followedStreams(file)
    const all = Buffer.concat(sent)
    for (const side of [stream?.client, stream?.server]) {
      expect(side?.length).toBeGreaterThan(800_000)
      expect(side?.equals(all.subarray(0, side.length))).toBe(true)
    }
    await stopServer(second)
  })
})
