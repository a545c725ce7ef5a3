import { createHash } from 'node:crypto'
import type { Clock } from '../../ports/clock.ts'
import type { SettingStore } from './store.ts'

type LastChange = { digest: string; modified: number }

// Clients tell copies apart by whole seconds, so no two contents ever get the same time, in any process.
export const createLastChanged = (store: Pick<SettingStore, 'find' | 'edit'>, clock: Clock) => {
  const digestOf = (content: unknown): string =>
    createHash('sha256').update(JSON.stringify(content)).digest('hex')

  return async (name: string, content: unknown): Promise<Date> => {
    const key = `Edition:${name}`
    const digest = digestOf(content)
    const known = (await store.find(key)) as LastChange | null
    if (known?.digest === digest) return new Date(known.modified)
    const now = clock.now()
    let modified = now
    await store.edit(key, new Date(now), (stored) => {
      const before = stored as LastChange | null
      if (before !== null) modified = Math.max(now, (Math.floor(before.modified / 1000) + 1) * 1000)
      if (before?.digest === digest) ({ modified } = before)
      return before?.digest === digest ? null : { digest, modified }
    })
    return new Date(modified)
  }
}

export type LastChanged = ReturnType<typeof createLastChanged>
