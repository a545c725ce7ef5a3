const key = 'pennant.reloadedAt'
const patienceMs = 30_000

type Needs = {
  now: () => number
  /** The address that was asked for and could not be shown, if it is not the present one. */
  destination: () => string | null
  /** Whether the server has anything at a path; it rejects when nobody answers. */
  isServed: (path: string) => Promise<boolean>
}

/**
 * After an update of the server the parts that an open page still asks for are gone. The page is loaded anew,
 * once; when that does not help, or the server is not there at all, the error stays. A part that only the network
 * has held up is no reason: what somebody has typed would be lost.
 */
export const reloadWhenStale = ({ now, destination, isServed }: Needs): void => {
  const reload = async (wanted: string | null, part: string | undefined): Promise<void> => {
    if (!(await isServed('/').catch(() => false))) return
    if (wanted === null && part !== undefined && (await isServed(part).catch(() => false))) return
    try {
      const last = Number(sessionStorage.getItem(key) ?? 0)
      if (now() - last < patienceMs) return
      sessionStorage.setItem(key, String(now()))
    } catch {
      // Without a memory it might go on for ever.
      return
    }
    if (wanted === null) location.reload()
    else location.assign(wanted)
  }
  window.addEventListener('vite:preloadError', (event: Event & { payload?: unknown }) => {
    void reload(destination(), pathIn(event.payload))
  })
}

/** Browsers name the part in words of their own, some not at all. */
const pathIn = (error: unknown): string | undefined =>
  /(?:https?:\/\/[^/\s]+)?(\/\S+\.(?:js|css))\b/.exec(String(error))?.[1]
