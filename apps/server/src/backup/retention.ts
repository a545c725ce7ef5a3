export type Keep = { days: number; weeks: number; months: number }
export type Kept = { name: string; at: number; isProven: boolean }

export const usualKeep: Keep = { days: 7, weeks: 4, months: 6 }

/** `7d,4w,6m`. Null for another text. */
export const readKeep = (text: string): Keep | null => {
  const units = { d: 'days', w: 'weeks', m: 'months' } as const
  const keep: Keep = { days: 0, weeks: 0, months: 0 }
  const parts = text.split(',')
  for (const part of parts) {
    const [, count = '', unit = ''] = /^(\d{1,4})([dwm])$/.exec(part.trim()) ?? []
    if (unit !== 'd' && unit !== 'w' && unit !== 'm') return null
    keep[units[unit]] = Number(count)
  }
  return parts.length > new Set(parts.map((part) => part.trim().at(-1))).size ? null : keep
}

const dayMs = 86_400_000
// A Thursday, so weeks begin on Mondays.
const firstMonday = 4

const dayOf = (at: number): number => Math.floor(at / dayMs)
const weekOf = (at: number): number => Math.floor((dayOf(at) - firstMonday) / 7)
const monthOf = (at: number): number => {
  const date = new Date(at)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/**
 * The names of what may go. For each of the latest days, weeks, and months that have a backup, the newest stays, a
 * proven one before others. The newest proven one always stays.
 */
export const superfluous = (backups: readonly Kept[], keep: Keep): string[] => {
  const byTime = backups.toSorted((one, other) => other.at - one.at || (one.name < other.name ? 1 : -1))
  const stays = new Set<string>()
  const keepLatest = (count: number, periodOf: (at: number) => number): void => {
    const periods = [...new Set(byTime.map(({ at }) => periodOf(at)))].slice(0, count)
    for (const period of periods) {
      const ofPeriod = byTime.filter(({ at }) => periodOf(at) === period)
      const best = ofPeriod.find(({ isProven }) => isProven) ?? ofPeriod[0]
      if (best !== undefined) stays.add(best.name)
    }
  }
  keepLatest(keep.days, dayOf)
  keepLatest(keep.weeks, weekOf)
  keepLatest(keep.months, monthOf)
  const newestProven = byTime.find(({ isProven }) => isProven)
  if (newestProven !== undefined) stays.add(newestProven.name)
  return byTime.filter(({ name }) => !stays.has(name)).map(({ name }) => name)
}
