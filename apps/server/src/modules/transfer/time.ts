import { Problem } from '@pennant/contract/problem'
import { fieldOf, type Read } from './reader.ts'

const iso = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/
/** Years 1 to 9999. */
const [first, last] = [-62_135_596_800_000, 253_402_300_799_999]

/** With its offset, as packages have it, and as the rest of the wire has not. */
export const timeText = (at: Date): string => at.toISOString().replace('Z', '+00:00')

/** Moved by so many milliseconds, within what there is of time. */
export const shifted = (at: Date, ms: number): Date =>
  new Date(Math.min(last, Math.max(first, at.getTime() + ms)))

/** ISO 8601; without an offset it means UTC. */
export const time: Read<Date> = (value, at) => {
  const ms = typeof value === 'string' ? msOf(value) : Number.NaN
  // Neither NaN nor anything else that is no time of ours passes.
  if (!(ms >= first && ms <= last)) throw new Problem('validation.date', { field: fieldOf(at) })
  return new Date(ms)
}

const msOf = (value: string): number => {
  const [whole, day, clock, , , zone] = iso.exec(value) ?? []
  if (whole === undefined || day === undefined) return Number.NaN
  // `Date` takes the 30th of February for the 2nd of March.
  const midnight = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return Number.NaN
  return Date.parse(clock === undefined || zone !== undefined ? whole : `${whole}Z`)
}
