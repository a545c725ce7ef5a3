import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { withDataFolder } from '../data-folder.ts'
import { embeddedDatabase } from '../embedded-database.ts'
import { loadEvent } from '../loader/load-event.ts'
import { model } from '../loader/people.ts'
import { percentile } from '../measure.ts'
import { createPlayers, type Players } from '../players.ts'
import { createRunningEvent } from '../running-event.ts'
import type { Finding, Scenario } from '../scenario.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import type { SubmitJob, SubmitResult } from '@pennant/load/submit-job'
import { spawnWorker, type Worker } from '@pennant/load/worker'

const counts = [32, 256]
const measureMs = 2_000
const untilKilledMs = 1_500

type Setup = { players: Players; worker: Worker<SubmitJob, SubmitResult> }

const burst = async ({ players, worker }: Setup, server: ServerProcess, count: number): Promise<Finding> => {
  const group = players.send(count, [server.site])
  const { perSecond, latencies, given } = await worker.do({
    players: group.players,
    warmUpMs: 500,
    measureMs,
  })
  group.returned(given)
  const [half, most] = [percentile(latencies, 0.5), percentile(latencies, 0.99)]
  return {
    what: `${count} players`,
    figure: `${perSecond.toFixed(0)} answers/s, half within ${half.toFixed(0)} ms, p99 ${most.toFixed(0)} ms`,
    budget: 'none',
    met: null,
  }
}

const crash = async (
  { players, worker }: Setup,
  server: ServerProcess,
  data: string,
  restart: () => Promise<ServerProcess>,
): Promise<Finding> => {
  const group = players.send(32, [server.site])
  const submitting = worker.do({ players: group.players, warmUpMs: 0, measureMs: untilKilledMs + 500 })
  await wait(untilKilledMs)
  const { pid } = await embeddedDatabase(data)
  const killed = server.kill()
  process.kill(pid, 'SIGKILL')
  await killed
  const { ids, lost } = await submitting
  if (lost === 0) throw new Error('nothing was under way when the server was killed')

  const again = await restart()
  try {
    const database = new pg.Client((await embeddedDatabase(data)).url)
    await database.connect()
    const { rows } = await database.query<{ count: string }>(
      'select count(*) from submission where id = any($1::bigint[])',
      [[...ids]],
    )
    await database.end()
    const missing = new Set(ids).size - Number(rows[0]?.count)
    return {
      what: `server and database killed in the middle, after ${ids.length} acknowledged submissions`,
      figure: `${missing} lost`,
      budget: 'none lost',
      met: missing === 0 && new Set(ids).size === ids.length,
    }
  } finally {
    await again.stop()
  }
}

export const submitEmbedded: Scenario = {
  name: 'submit-embedded',
  says: 'the same on the embedded database, and what is left after kill -9',
  run: () =>
    withDataFolder(async (data) => {
      const start = (): Promise<ServerProcess> =>
        startServer(data, { PENNANT_ADMIN_PASSWORD: model.password })
      const worker = spawnWorker<SubmitJob, SubmitResult>('submit')
      const server = await start()
      try {
        const loaded = await loadEvent((await embeddedDatabase(data)).url, createRunningEvent())
        const setup = { players: createPlayers(loaded), worker }
        const found: Finding[] = []
        for (const count of counts) found.push(await burst(setup, server, count))
        found.push(await crash(setup, server, data, start))
        return found
      } finally {
        await server.stop()
        await worker.leave()
      }
    }),
}
