import { setTimeout as wait } from 'node:timers/promises'
import type { BrowseJob, BrowseResult } from './browse-job.ts'
import { askFor, openConnection } from './connection.ts'
import { serve } from './worker.ts'

const firstLine = (text: string): string => text.slice(0, text.indexOf('\r\n'))

serve(async ({ visitors, everyMs, forMs }: BrowseJob): Promise<BrowseResult> => {
  const latencies: number[] = []
  const refused: string[] = []
  const opened = await Promise.all(
    visitors.map(async ({ site, requests }) => ({ connection: await openConnection(site), requests })),
  )
  const began = performance.now()
  await Promise.all(
    opened.map(async ({ connection, requests }, index) => {
      // Spread over the interval.
      let due = began + (everyMs * index) / opened.length
      for (let turn = index; due < began + forMs; turn++, due += everyMs) {
        const early = due - performance.now()
        if (early > 0) await wait(early)
        const request = requests[turn % requests.length] ?? ''
        const { status } = await askFor(connection, request)
        latencies.push(performance.now() - due)
        if (status !== 200) refused.push(`${status} ${firstLine(request)}`)
      }
      connection.close()
    }),
  )
  return { latencies: Float64Array.from(latencies), refused }
})
