import type { Clock } from '../../ports/clock.ts'

type Options = { clock: Clock; keepMs: number; capacity: number }

/** Remembers a limited number of answers for a short time; of too many it forgets the oldest. */
export const createTargetMemory = <T>({ clock, keepMs, capacity }: Options) => {
  const entries = new Map<string, { value: T; until: number }>()
  return {
    get(id: string): T | undefined {
      const entry = entries.get(id)
      if (entry === undefined || entry.until > clock.now()) return entry?.value
      entries.delete(id)
      return undefined
    },
    set(id: string, value: T): void {
      entries.delete(id)
      entries.set(id, { value, until: clock.now() + keepMs })
      const oldest = entries.keys().next()
      if (entries.size > capacity && oldest.done !== true) entries.delete(oldest.value)
    },
    delete: (id: string): void => void entries.delete(id),
    clear: (): void => entries.clear(),
  }
}
