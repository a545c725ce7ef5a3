const key = 'pennant.reloadedAt'
const patienceMs = 30_000

type Needs = {
  now: () => number
  /** The address that was asked for and could not be shown, if it is not the present one. */
  destination: () => string | null
  /** Without a network there is nothing to load it from. */
  isOnline: () => boolean
}

/**
 * After an update of the server the parts that an open page still asks for are gone. The page is loaded anew,
 * once; when that does not help the error is shown.
 */
export const reloadWhenStale = ({ now, destination, isOnline }: Needs): void => {
  window.addEventListener('vite:preloadError', (event) => {
    if (!isOnline()) return
    try {
      const last = Number(sessionStorage.getItem(key) ?? 0)
      if (now() - last < patienceMs) return
      sessionStorage.setItem(key, String(now()))
    } catch {
      // Without a memory it might go on for ever.
      return
    }
    event.preventDefault()
    const wanted = destination()
    if (wanted === null) location.reload()
    else location.assign(wanted)
  })
}
