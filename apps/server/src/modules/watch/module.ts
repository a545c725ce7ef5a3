import * as wire from '@pennant/contract/watch'
import type { Core } from '../../core/core.ts'
import { bind, type Module } from '../../http/bind.ts'
import { createTraceWriter, type TraceWriter } from './trace-writer.ts'
import { createDownloadTracer, type DownloadTracer } from './download-tracer.ts'
import { createOverviews } from './overview.ts'
import { createTraceStore } from './store-trace.ts'
import { createTraceList } from './traces.ts'

type Parts = 'access' | 'clock' | 'db' | 'games' | 'journal' | 'ledger' | 'signals'
type WatchModule = Module & { traceWriter: TraceWriter; downloadTracer: DownloadTracer }

const [hour, day] = [3_600_000, 86_400_000]
// A long lock on the table is felt by players.
const deletedAtOnce = 5_000

export const watchModule = (core: Pick<Core, Parts>, keptDays: number): WatchModule => {
  const { clock, db, journal, signals } = core
  const onError = (error: unknown): void => journal.failed("Couldn't write traces of players", error)
  const store = createTraceStore(db)
  const traceWriter = createTraceWriter(core, onError)
  const downloadTracer = createDownloadTracer(core, traceWriter, onError)
  const read = createOverviews(core)
  // The download tracer first: what it finds goes to the trace writer.
  const list = createTraceList(core, downloadTracer, traceWriter)
  const stops = [
    signals.on('challenge.opened', traceWriter.opened),
    signals.on('file.downloaded', downloadTracer.begun),
  ]
  return {
    traceWriter,
    downloadTracer,
    routes: [
      bind(wire.readOverview, ({ params, principal }) => read(params.id, principal)),
      bind(wire.listTraces, ({ params, query, principal }) => list(params, query, principal)),
    ],
    jobs: [
      {
        name: 'old traces',
        everyMs: hour,
        async run(signal) {
          const before = new Date(clock.now() - keptDays * day)
          while (!signal.aborted && (await store.deleteOld(before, deletedAtOnce)) === deletedAtOnce) continue
        },
      },
    ],
    async close() {
      for (const stop of stops) stop()
      await downloadTracer.close()
      await traceWriter.close()
    },
  }
}
