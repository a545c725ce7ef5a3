import type { Clock } from '../../ports/clock.ts'
import type { LogRow } from '../../ports/database.ts'
import { journalOf, type JournalEntry } from '../../telemetry/journal.ts'
import { createBufferedWriter } from '../../kit/buffered-writer.ts'
import { describeError } from './describe-error.ts'
import { presentLog } from './present.ts'
import { createRepeats } from './repeats.ts'
import type { Signals } from '../signals.ts'
import type { LogStore, Repeat } from './store.ts'

type Say = (facts: object, message: string) => void

type Needs = {
  store: Pick<LogStore, 'insert' | 'addRepeats' | 'deleteOld'>
  clock: Clock
  signals: Pick<Signals, 'emit'>
  household: (address: string) => string
  keptDays: number
  out: { info: Say; warn: Say; error: Say }
}

type Row = Omit<LogRow, 'id'>

const writeAfterMs = 250
const batch = 500
const capacity = 20_000
const retryMs = 2_000
const dayMs = 86_400_000
// Players notice a long lock on the table.
const prunedAtOnce = 5_000

// Records are pushed right away and written in batches later: no request waits for one.
export const createLog = ({ store, clock, signals, household, keptDays, out }: Needs) => {
  const foldRecord = createRepeats(household)
  const unwritten = new Map<string, Row>()
  let repeats = new Map<string, Repeat>()
  let lost = 0

  const insert = async (rows: readonly Row[]): Promise<readonly Row[]> => {
    for (const { fold } of rows) if (fold !== null) unwritten.delete(fold)
    await store.insert(rows)
    return []
  }

  const finish = async (): Promise<void> => {
    // Not earlier: there may have been no room for the record.
    if (lost > 0) tellLost()
    if (repeats.size === 0) return
    const grown = repeats
    repeats = new Map()
    try {
      await store.addRepeats([...grown.values()])
    } catch (error) {
      for (const { fold, count, last } of grown.values()) addRepeat(fold, count, last)
      throw error
    }
  }

  const writer = createBufferedWriter<Row>({
    write: insert,
    finish,
    afterMs: writeAfterMs,
    retryMs,
    batch,
    most: capacity,
    onError: (error, { waiting }) =>
      out.error({ err: error, waiting, repeats: repeats.size, lost }, "couldn't write log records"),
  })

  const addRepeat = (fold: string, count: number, last: Date): void => {
    const waiting = unwritten.get(fold)
    if (waiting !== undefined) {
      waiting.count += count
      waiting.last_time = last
      return
    }
    const known = repeats.get(fold)
    if (known === undefined) repeats.set(fold, { fold, count, last })
    else {
      known.count += count
      if (last > known.last) known.last = last
    }
  }

  const tellLost = (): void => {
    const message = `${lost} log records were lost while the database was unavailable`
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
      count: 1,
      last_time: null,
      fold: null,
    }
  }

  const tell = (row: Row, { message, error }: JournalEntry): void => {
    const { level, name, status, ip, count } = row
    const say = level === 'Information' ? out.info : level === 'Warning' ? out.warn : out.error
    say.call(
      out,
      {
        name,
        status,
        address: ip,
        ...(count > 1 ? { count } : {}),
        ...(error === undefined ? {} : { err: error }),
      },
      message,
    )
    signals.emit('entry.written', presentLog(row))
  }

  const write = (entry: JournalEntry): void => {
    const said = rowOf(entry)
    const found = foldRecord(said, said.time.getTime())
    if (found.kind === 'repeat') {
      writer.wake()
      addRepeat(found.fold, 1, said.time)
      // Watchers hear that it continues, but not about every repeat.
      if (isRound(found.count))
        tell(
          { ...found.row, time: new Date(found.since), count: found.count, last_time: said.time },
          { ...entry, message: found.row.msg },
        )
      return
    }
    const row = { ...found.row, fold: found.fold }
    tell(row, { ...entry, message: found.row === said ? entry.message : row.msg })
    if (!writer.add(row)) return void lost++
    if (found.fold !== null) unwritten.set(found.fold, row)
  }
  const journal = journalOf(write)

  return {
    journal,
    async prune(signal: AbortSignal): Promise<void> {
      const before = new Date(clock.now() - keptDays * dayMs)
      while (!signal.aborted && (await store.deleteOld(before, prunedAtOnce)) === prunedAtOnce) continue
    },

    flush: writer.flush,
    close: writer.close,
  }
}

// PostgreSQL holds neither NUL nor lone surrogates.
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed().slice(0, 16_384)

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

const isRound = (count: number): boolean => /^10+$/.test(String(count))
