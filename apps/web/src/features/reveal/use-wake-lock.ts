import { useEffect } from 'react'

/** Keeps the screen on. Browsers end that whenever the page is hidden. */
export const useWakeLock = (): void =>
  useEffect(() => {
    let isOver = false
    let lock: WakeLockSentinel | undefined
    const hold = async (): Promise<void> => {
      // Only over HTTPS and on localhost.
      if (!('wakeLock' in navigator) || document.visibilityState === 'hidden') return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isOver) await lock.release()
      } catch {
        // Some refuse it while the battery is low.
      }
    }
    const onChange = (): void => void hold()
    onChange()
    document.addEventListener('visibilitychange', onChange)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onChange)
      lock?.release().catch(() => undefined)
    }
  }, [])
