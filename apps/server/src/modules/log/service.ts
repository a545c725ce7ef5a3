import { hubEvents } from '@pennant/contract/hub'
import type { LogMessage } from '@pennant/contract/log'
import type { Clock } from '../../ports/clock.ts'
import type { NewLogRow } from '../../ports/database.ts'
import type { Live } from '../../ports/live.ts'
import type { Journal, JournalEntry } from '../../telemetry/journal.ts'
import { describeError } from './describe-error.ts'
import { presentLog } from './present.ts'
import type { LogStore } from './store.ts'

type Needs = {
  store: Pick<LogStore, 'insert'>
  clock: Clock
  /** The process's own log on standard output. */
  out: { info(facts: object, message: string): void; error(facts: object, message: string): void }
}

const writeAfterMs = 250
const batch = 500
/** What waits while the database is away; beyond it records are only counted. */
const capacity = 20_000
const retryMs = 2_000

/** Records are pushed at once and written a moment later, many at a time: no request ever waits for one. */
export const createLog = ({ store, clock, out }: Needs) => {
  let pending: NewLogRow[] = []
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let live: Live | undefined

  const schedule = (ms: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      void flush()
    }, ms).unref()
  }

  const writeAll = async (): Promise<void> => {
    while (pending.length > 0) {
      const rows = pending.slice(0, batch)
      try {
        await store.insert(rows)
      } catch (error) {
        out.error({ err: error, waiting: pending.length, lost }, 'log records could not be written')
        schedule(retryMs)
        return
      }
      pending = pending.slice(rows.length)
    }
  }

  const flush = (): Promise<void> => {
    writing ??= writeAll().finally(() => {
      writing = undefined
    })
    return writing
  }

  const rowOf = (entry: JournalEntry): NewLogRow => {
    const failed = entry.error !== undefined
    return {
      time: new Date(clock.now()),
      level: entry.level ?? 'Information',
      source: entry.source ?? 'Pennant',
      name: entry.name ?? 'Anonymous',
      ip: entry.address ?? null,
      msg: storable(failed ? `${entry.message}\n${describeError(entry.error)}` : entry.message),
      status: entry.status ?? 'Failed',
      exception: failed ? storable(stackOf(entry.error)) : null,
    }
  }

  const journal: Journal = {
    write(entry) {
      const row = rowOf(entry)
      const facts = { name: row.name, status: row.status, address: row.ip, ...(entry.error === undefined ? {} : { err: entry.error }) }
      if (row.level === 'Information') out.info(facts, entry.message)
      else out.error(facts, entry.message)
      if (pending.length < capacity) pending.push(row)
      else lost++
      schedule(writeAfterMs)
      live?.toAdmins(hubEvents.ReceivedLog, presentLog(row as Parameters<typeof presentLog>[0]) satisfies LogMessage)
    },
  }

  return {
    journal,
    /** The hubs are built after the log. */
    pushTo(target: Live): void {
      live = target
    },
    flush,
    async close(): Promise<void> {
      clearTimeout(timer)
      await flush()
      clearTimeout(timer)
    },
  }
}

export type Log = ReturnType<typeof createLog>

/** What PostgreSQL can hold. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed().slice(0, 16_384)

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
