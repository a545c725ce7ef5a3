import type { QueryClient } from '@tanstack/react-query'
import { openAnswerStore } from '../persistence/answer-store.ts'

/** The visitor's choices and drafts stay. */
export const cleanCache = async (queries?: QueryClient): Promise<void> => {
  queries?.clear()
  try {
    sessionStorage.clear()
    const store = await openAnswerStore()
    await store.drop('all')
    for (const name of await caches.keys()) await caches.delete(name)
  } catch {
    // Storage that can't be touched holds nothing of ours.
  }
  location.reload()
}
