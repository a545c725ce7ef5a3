import { setTimeout as wait } from 'node:timers/promises'
import { type Connection, openConnection } from './connection.ts'
import type { ReadJob, ReadResult } from './read-job.ts'
import { serve } from './worker.ts'

const read = async ({ site, connections, requests, expected, ...times }: ReadJob): Promise<ReadResult> => {
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(site)))
  let phase: 'warm' | 'measured' | 'over' = 'warm'
  let wrong: string | undefined
  const latencies: number[] = []
  let answers = 0
  let asked = 0

  const again = (connection: Connection): void => {
    const sent = performance.now()
    connection.ask(requests[asked++ % requests.length] ?? '', ({ status, head }) => {
      answers++
      if (phase === 'over') return
      if (status !== expected) {
        wrong = `${status} instead of ${expected}: ${head}`
        return
      }
      if (phase === 'measured') latencies.push(performance.now() - sent)
      again(connection)
    })
  }
  for (const connection of opened) again(connection)

  await wait(times.warmUpMs)
  const began = performance.now()
  phase = 'measured'
  await wait(times.measureMs)
  const tookMs = performance.now() - began
  phase = 'over'
  for (const connection of opened) connection.close()
  if (wrong !== undefined) throw new Error(`answered ${wrong}`)
  return { answers, perSecond: (latencies.length * 1000) / tookMs, latencies: Float64Array.from(latencies) }
}

serve(read)
