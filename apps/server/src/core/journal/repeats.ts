import { randomUUID } from 'node:crypto'
import type { LogRow } from '../../ports/database.ts'

type Told = Pick<LogRow, 'level' | 'name' | 'ip' | 'msg' | 'status' | 'exception'>

export type FoldedRecord<R> =
  | { kind: 'new'; row: R; fold: string | null }
  | { kind: 'repeat'; row: R; fold: string; count: number; since: number }

type Seen = { fold: string; since: number; count: number }

const windowMs = 3_600_000
// Below this count each action has a record of its own: its time may matter.
const doneApart = 60
// Different refusals of one address within the window that have records of their own.
const kindsApart = 100
const mostRemembered = 20_000

const more = 'Further refusals of the same address'

// Repeated records of one caller are folded, so that nobody can fill the log.
export const createRepeats = (household: (address: string) => string) => {
  const seen = new Map<string, Seen>()
  const callers = new Map<string, { since: number; kinds: number }>()

  const foldRecord = <R extends Told>(row: R, now: number): FoldedRecord<R> => {
    const address = row.ip === null ? '' : household(row.ip)
    const key = [row.level, row.status, row.name, address, row.msg].join('\n')
    const known = seen.get(key)
    const apart = row.status === 'Success' ? doneApart : 0
    if (known !== undefined && now - known.since < windowMs) {
      known.count++
      if (known.count > apart + 1)
        return { kind: 'repeat', row, fold: known.fold, count: known.count - apart, since: known.since }
      if (known.count === apart + 1) known.since = now
      return { kind: 'new', row, fold: known.count > apart ? known.fold : null }
    }
    if (apart === 0 && row.msg !== more && isTalkative(address, now))
      return foldRecord({ ...row, level: 'Warning', status: 'Denied', name: 'Anonymous', msg: more }, now)
    const fold = randomUUID()
    remember(seen, key, { fold, since: now, count: 1 })
    return { kind: 'new', row, fold: apart === 0 ? fold : null }
  }

  const isTalkative = (address: string, now: number): boolean => {
    if (address === '') return false
    const caller = callers.get(address)
    if (caller === undefined || now - caller.since >= windowMs) {
      remember(callers, address, { since: now, kinds: 1 })
      return false
    }
    return ++caller.kinds > kindsApart
  }

  return foldRecord
}

const remember = <V>(map: Map<string, V>, key: string, value: V): void => {
  map.delete(key)
  map.set(key, value)
  if (map.size <= mostRemembered) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
