import type { QueryClient } from '@tanstack/react-query'

/** Forgets everything that was kept of the server's answers and starts afresh; choices of the visitor stay. */
export const cleanCache = async (queries: QueryClient): Promise<void> => {
  queries.clear()
  try {
    sessionStorage.clear()
    for (const name of await caches.keys()) await caches.delete(name)
  } catch {
    // Storage that may not be touched holds nothing of ours.
  }
  location.reload()
}
