/**
 * What the browser keeps between visits. Everything goes through this file: a browser may refuse to store
 * anything, and what is there may have been left by an older version, or by anyone who had this browser.
 */

export type Stored<Value> = {
  /** The fallback where nothing is stored, or nothing that can be read. */
  get(): Value
  /** Text is stored as it is, everything else as JSON; null deletes. Storage that is full keeps what it has. */
  set(value: unknown): void
  /** Calls with each new value, also with those that other tabs store. */
  subscribe(changed: (value: Value) => void): () => void
}

const listeners = new Map<string, Set<(text: string | null) => void>>()

/** A value under a key; `read` makes it of its stored text and throws where that is impossible. */
export const stored = <Value>(key: string, read: (text: string) => Value, fallback: Value): Stored<Value> => {
  const valueOf = (text: string | null): Value => {
    try {
      return text === null ? fallback : read(text)
    } catch {
      return fallback
    }
  }
  return {
    get: () => valueOf(textAt(key)),
    set(value) {
      const text = value === null || typeof value === 'string' ? value : JSON.stringify(value)
      try {
        if (text === null) localStorage.removeItem(key)
        else localStorage.setItem(key, text)
      } catch {
        // Full or forbidden: it holds for this page then.
      }
      for (const changed of listeners.get(key) ?? []) changed(text)
    },
    subscribe(changed) {
      const own = (text: string | null): void => changed(valueOf(text))
      const inOtherTab = ({ key: theirs, newValue }: StorageEvent): void => {
        // Without a key, everything has been deleted.
        if (theirs === key || theirs === null) own(newValue)
      }
      const all = listeners.get(key) ?? new Set()
      listeners.set(key, all.add(own))
      window.addEventListener('storage', inOtherTab)
      return () => {
        all.delete(own)
        window.removeEventListener('storage', inOtherTab)
      }
    },
  }
}

const textAt = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** For many keys with a common beginning. Throws where the browser refuses to store anything. */
export const openStorage = (): Storage => localStorage
