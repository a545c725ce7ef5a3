import type { SizedStore, AnswerStore } from './persisted-query.ts'
import { openStorage } from '../../storage.ts'
import { inLocalStorage } from './local-store.ts'

const largeKey = 'pennant.kept-large'

/** Small answers are read before the first paint; large ones need the room of a database. */
export const openAnswerStore = async (): Promise<AnswerStore> => {
  // Throws if pages may not store anything.
  const storage = openStorage()
  const small = inLocalStorage(storage)
  let opened: Promise<SizedStore> | undefined
  const open = async (): Promise<SizedStore> => {
    opened ??= import('./large-store.ts').then(({ openLargeStore }) => openLargeStore())
    return opened
  }
  const existing = async (): Promise<SizedStore | null> =>
    storage.getItem(largeKey) === null ? null : open()

  return {
    read: async (size) => (size === 'small' ? small.read() : ((await existing())?.read() ?? [])),
    async write(size, answer) {
      if (size === 'small') return small.write(answer)
      storage.setItem(largeKey, '1')
      await (await open()).write(answer)
    },
    async remove(size, hashes) {
      if (hashes.length === 0) return
      await (size === 'small' ? small : await existing())?.remove(hashes)
    },
    async drop(which) {
      await small.drop(which)
      await (await existing())?.drop(which)
    },
  }
}

/** Earlier versions kept everything in a database. */
export const dropFormerStore = (): void => {
  try {
    indexedDB.deleteDatabase('pennant')
  } catch {
    // No database, so nothing was kept.
  }
}
