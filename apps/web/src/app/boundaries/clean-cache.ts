import type { QueryClient } from '@tanstack/react-query'
import { openShelf } from '../kept/shelf.ts'

/** Forgets everything that was kept of the server's answers and starts afresh; choices of the visitor stay. */
export const cleanCache = async (queries: QueryClient): Promise<void> => {
  queries.clear()
  try {
    sessionStorage.clear()
    const shelf = await openShelf()
    await shelf.drop('all')
    for (const name of await caches.keys()) await caches.delete(name)
  } catch {
    // Storage that may not be touched holds nothing of ours.
  }
  location.reload()
}
