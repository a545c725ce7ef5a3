import { askFor, openConnection } from './connection.ts'
import type { VisitJob, VisitResult } from './visit-job.ts'
import { serve } from './worker.ts'

const firstLine = (text: string): string => text.slice(0, text.indexOf('\r\n'))

serve(async ({ visitors }: VisitJob): Promise<VisitResult> => {
  const opened = await Promise.all(
    visitors.map(async ({ site, requests }) => ({ connection: await openConnection(site), requests })),
  )
  const latencies: number[] = []
  const refused: string[] = []
  let slowest = { ms: 0, request: '' }
  const began = performance.now()

  const cookies = await Promise.all(
    opened.map(async ({ connection, requests }) => {
      let cookie = ''
      for (const request of requests) {
        const sent = performance.now()
        const { status, head } = await askFor(connection, request)
        const ms = performance.now() - sent
        latencies.push(ms)
        if (ms > slowest.ms) slowest = { ms, request: firstLine(request) }
        if (status !== 200) refused.push(`${status} ${firstLine(request)}`)
        cookie = /\r\nset-cookie: ([^;\r]+)/i.exec(head)?.[1] ?? cookie
      }
      return cookie
    }),
  )
  const tookMs = performance.now() - began
  for (const { connection } of opened) connection.close()
  return { tookMs, latencies: Float64Array.from(latencies), slowest, refused, cookies }
})
