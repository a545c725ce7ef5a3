import { failedAhead } from '../../kit/fetch-ahead.ts'

const key = 'pennant.reloadedAt'
const patienceMs = 30_000

type Needs = {
  now: () => number
  /** The address that failed to load; null if it is the present one. */
  destination: () => string | null
  /** Rejects if there is no answer. */
  isServed: (path: string) => Promise<boolean>
}

export const reloadWhenStale = ({ now, destination, isServed }: Needs): void => {
  const reload = async (wanted: string | null, error: unknown): Promise<void> => {
    if (!(await isServed('/').catch(() => false))) return
    // By now, the import has failed everywhere. Nobody waits for this one.
    if (failedAhead(error)) return
    const part = pathIn(error)
    if (wanted === null && part !== undefined && (await isServed(part).catch(() => false))) return
    try {
      const last = Number(sessionStorage.getItem(key) ?? 0)
      if (now() - last < patienceMs) return
      sessionStorage.setItem(key, String(now()))
    } catch {
      // Without storage the page might reload forever.
      return
    }
    if (wanted === null) location.reload()
    else location.assign(wanted)
  }
  window.addEventListener('vite:preloadError', (event: Event & { payload?: unknown }) => {
    void reload(destination(), event.payload)
  })
}

const pathIn = (error: unknown): string | undefined =>
  /(?:https?:\/\/[^/\s]+)?(\/\S+\.(?:js|css))\b/.exec(String(error))?.[1]
