// A browser may refuse storage, and anyone may have written it: all access goes through this file.

export type Stored<Value> = {
  get(): Value
  /** Text as it is, everything else as JSON; null deletes. Full storage keeps its old value. */
  set(value: unknown): void
  subscribe(changed: (value: Value) => void): () => void
}

const listeners = new Map<string, Set<(text: string | null) => void>>()

/** `read` throws for text that is no such value. */
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
        // Full or forbidden: the value holds for this page only.
      }
      for (const changed of listeners.get(key) ?? []) changed(text)
    },
    subscribe(changed) {
      const own = (text: string | null): void => changed(valueOf(text))
      const inOtherTab = ({ key: theirs, newValue }: StorageEvent): void => {
        // Without a key, everything was deleted.
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

/** Throws if the browser refuses storage. */
export const openStorage = (): Storage => localStorage

/** The one last looked at in this browser. */
export const lastChallengeIn = (game: number): Stored<number | null> =>
  stored<number | null>(`pennant.last.${game}`, (text) => Number(text) || null, null)
