import { hubEvents } from '@pennant/contract/hub'
import type { Clock } from '../../ports/clock.ts'
import type { LogRow } from '../../ports/database.ts'
import type { Live } from '../../ports/live.ts'
import type { Journal, JournalEntry } from '../../telemetry/journal.ts'
import { describeError } from './describe-error.ts'
import { presentLog } from './present.ts'
import type { LogStore } from './store.ts'

type Say = (facts: object, message: string) => void

type Needs = {
  store: Pick<LogStore, 'insert'>
  clock: Clock
  /** The process's own log on standard output. */
  out: { info: Say; warn: Say; error: Say }
}

type Row = Omit<LogRow, 'id'>

const writeAfterMs = 250
const batch = 500
/** What waits while the database is away; beyond it records are only counted. */
const capacity = 20_000
const retryMs = 2_000

/** Records are pushed at once and written a moment later, many at a time: no request ever waits for one. */
export const createLog = ({ store, clock, out }: Needs) => {
  let pending: Row[] = []
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
        break
      }
      pending = pending.slice(rows.length)
      if (lost > 0) tellLost()
    }
    // Before anybody else gets a turn: what comes after the last look must not wait for a writer that is done.
    writing = undefined
  }

  const flush = (): Promise<void> => {
    if (writing === undefined && pending.length > 0) writing = writeAll()
    return writing ?? Promise.resolve()
  }

  const tellLost = (): void => {
    const message = `${lost} log records were lost while the database was away`
    lost = 0
    journal.write({ level: 'Warning', message, status: 'Failed', name: 'System' })
  }

  const rowOf = ({ level, source, name, address, message, status, error }: JournalEntry): Row => {
    const failed = error !== undefined
    return {
      time: new Date(clock.now()),
      level: level ?? 'Information',
      source: source ?? 'Pennant',
      name: storable(name ?? 'Anonymous'),
      ip: address ?? null,
      msg: storable(failed ? `${message}\n${describeError(error)}` : message),
      status: failed ? 'Failed' : (status ?? 'Failed'),
      exception: failed ? storable(stackOf(error)) : null,
    }
  }

  const journal: Journal = {
    write(entry) {
      const row = rowOf(entry)
      const { level, name, status, ip } = row
      const say = level === 'Information' ? out.info : level === 'Warning' ? out.warn : out.error
      say.call(
        out,
        { name, status, address: ip, ...(entry.error === undefined ? {} : { err: entry.error }) },
        entry.message,
      )
      if (pending.length < capacity) pending.push(row)
      else lost++
      schedule(writeAfterMs)
      live?.toAdmins(hubEvents.ReceivedLog, presentLog(row))
    },
  }

  return {
    journal,
    /** The hubs are built after the log. */
    pushTo(target: Live): void {
      live = target
    },
    /** Resolves when everything that was waiting has been tried to be written. */
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

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
