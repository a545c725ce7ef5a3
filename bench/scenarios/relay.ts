import { setTimeout as wait } from 'node:timers/promises'
import { withDataFolder } from '../data-folder.ts'
import { embeddedDatabase } from '../embedded-database.ts'
import { createEvent } from '../event/create-event.ts'
import { loadContainers } from '../loader/container.ts'
import { loadEvent } from '../loader/load-event.ts'
import { model } from '../loader/people.ts'
import { mebibytes, median } from '../measure.ts'
import { metered } from '../metered.ts'
import { type Finding, ownWorkers, type Scenario } from '../scenario.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import type { StreamJob, StreamResult, StreamTarget } from '../workers/stream-child.ts'
import { spawnWorker, type Worker } from '@pennant/load/worker'

const rounds = 11
const idle = 1_000
/** A container takes no more than 32 connections. */
const perContainer = 25
const kibibyte = 1_024
const mebibyte = 1_048_576
const budgets = { rate: 0.5, idleBytes: 60 * mebibyte }
const size = { teams: 50, membersPerTeam: 1, challenges: 4, solves: 0, wrong: 0 }
const hour = 3_600_000

type Streamer = Worker<StreamJob, StreamResult>
type Load = { towards: 'container' | 'client'; messageBytes: number; totalBytes: number }
type StreamTargets = {
  relay: StreamTarget
  pipe: StreamTarget
  server: ServerProcess
  pipeWorker: Worker<number, number>
}

const loads: readonly Load[] = (['container', 'client'] as const).flatMap((towards) => [
  { towards, messageBytes: 64 * kibibyte, totalBytes: 192 * mebibyte },
  { towards, messageBytes: kibibyte, totalBytes: 48 * mebibyte },
])

const compare = async (streamer: Streamer, ways: StreamTargets, load: Load): Promise<Finding> => {
  const rateBy = async (target: StreamTarget): Promise<number> =>
    load.totalBytes / mebibyte / ((await streamer.do({ kind: 'move', target, ...load })) / 1_000)
  const warmUp = { ...load, totalBytes: load.totalBytes / 16 }
  for (const target of [ways.relay, ways.pipe]) await streamer.do({ kind: 'move', target, ...warmUp })
  const own: number[] = []
  const yardstick: number[] = []
  const cpu = { own: 0, yardstick: 0 }
  for (let round = 0; round < rounds; round++) {
    const relayed = await metered([ways.server], () => rateBy(ways.relay))
    const piped = await metered([ways.pipeWorker], () => rateBy(ways.pipe))
    own.push(relayed.result)
    yardstick.push(piped.result)
    cpu.own += relayed.cpuMs
    cpu.yardstick += piped.cpuMs
  }
  const ratio = median(own.map((rate, index) => rate / (yardstick[index] ?? Number.NaN)))
  const direction = load.towards === 'container' ? 'to the container' : 'from the container'
  return {
    what: `${direction}, ${load.messageBytes / kibibyte} KiB messages (processor time ${(cpu.own / cpu.yardstick).toFixed(2)} ×)`,
    figure: `${Math.round(median(own))} MiB/s`,
    yardstick: `${Math.round(median(yardstick))} MiB/s`,
    ratio,
    budget: `at least ${budgets.rate} ×`,
    met: ratio >= budgets.rate,
  }
}

const holdIdle = async (
  server: ServerProcess,
  streamer: Streamer,
  ids: readonly string[],
): Promise<Finding> => {
  await wait(3_000)
  const before = await server.residentBytes()
  const paths = ids.map((id) => `/api/proxy/${id}`)
  await streamer.do({ kind: 'hold', port: server.site.port, paths, perPath: perContainer })
  await wait(3_000)
  const more = (await server.residentBytes()) - before
  return {
    what: `${idle} tunnels that are open and silent`,
    figure: `${mebibytes(more)} more`,
    budget: `under ${mebibytes(budgets.idleBytes)} more`,
    met: more < budgets.idleBytes,
  }
}

const settings = {
  PENNANT_ADMIN_PASSWORD: model.password,
  PENNANT_CONTAINER_PROVIDER__TYPE: 'None',
  PENNANT_CONTAINER_PROVIDER__PORT_MAPPING_TYPE: 'PlatformProxy',
}

export const relay: Scenario = {
  name: 'relay',
  says: 'bytes through tunnels to a container, against one plain pipe process between TCP connections',
  run: () =>
    withDataFolder(async (data) => {
      const server = await startServer(data, settings)
      const streamer = spawnWorker<StreamJob, StreamResult>('stream', ownWorkers)
      const container = spawnWorker<'listen', number>('container', ownWorkers)
      const pipeWorker = spawnWorker<number, number>('pipe', ownWorkers)
      try {
        const { url } = await embeddedDatabase(data)
        const loaded = await loadEvent(url, createEvent({ size, start: Date.now() - hour }))
        const port = await container.do('listen')
        const ids = await loadContainers(url, loaded, { count: idle / perContainer, port })
        const findings = [await holdIdle(server, streamer, ids)]
        const [first = ''] = ids
        const ways: StreamTargets = {
          relay: { port: server.site.port, path: `/api/proxy/${first}` },
          pipe: { port: await pipeWorker.do(port), path: null },
          server,
          pipeWorker,
        }
        for (const load of loads) findings.push(await compare(streamer, ways, load))
        return findings
      } finally {
        for (const worker of [streamer, container, pipeWorker]) await worker.leave()
        await server.stop()
      }
    }),
}
