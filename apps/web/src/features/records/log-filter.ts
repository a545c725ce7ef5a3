import type { LogMessage } from '@pennant/contract/log'

export type LogFilter = {
  /** Empty: all. */
  level: string
  search: string
  user: string
  address: string
  from: number | null
  to: number | null
}

const holds = (text: string | null, part: string): boolean =>
  part === '' || text?.toLowerCase().includes(part.toLowerCase()) === true

/** By the rules of the server. */
export const fits = (log: LogMessage, { level, search, user, address, from, to }: LogFilter): boolean =>
  (level === '' || log.level === level) &&
  holds(log.msg, search) &&
  holds(log.name, user) &&
  holds(log.ip, address) &&
  (from === null || log.time >= from) &&
  (to === null || log.time < to)

/** `until` keeps later records from moving the pages. */
export const queryOf = (filter: LogFilter, until: number) => ({
  level: filter.level === '' ? 'All' : filter.level,
  ...(filter.search === '' ? {} : { search: filter.search }),
  ...(filter.user === '' ? {} : { user: filter.user }),
  ...(filter.address === '' ? {} : { address: filter.address }),
  ...(filter.from === null ? {} : { from: filter.from }),
  to: filter.to === null ? until : Math.min(filter.to, until),
  detail: true,
})

/** Reads on from the last moment, skipping its known records; servers without moments only skip. */
export const restOf = (
  read: readonly LogMessage[],
  { to, moments }: { to: number; moments: boolean },
): { to: number; skip: number } => {
  const last = read.at(-1)
  if (last === undefined || !moments) return { to, skip: read.length }
  return {
    to: Math.min(to, last.time + 1),
    skip: read.length - 1 - read.findLastIndex(({ time }) => time !== last.time),
  }
}
