import { createContext, useContext, useSyncExternalStore } from 'react'

export type Scheme = 'dark' | 'light'

/** Dark unless the visitor has chosen light. The page itself applies the choice before the first paint. */
export type SchemeStore = {
  current(): Scheme
  choose(scheme: Scheme): void
  subscribe(changed: () => void): () => void
}

/** Where compatible clients keep it too, so that whoever changes over finds their choice. */
const storageKey = 'mantine-color-scheme-value'

export const createSchemeStore = (root: HTMLElement, view: Window): SchemeStore => {
  const listeners = new Set<() => void>()
  const current = (): Scheme => (root.dataset['mantineColorScheme'] === 'light' ? 'light' : 'dark')
  const apply = (scheme: Scheme): void => {
    root.dataset['mantineColorScheme'] = scheme
    for (const changed of listeners) changed()
  }
  const followOtherTabs = ({ key, newValue }: StorageEvent): void => {
    if (key === storageKey) apply(newValue === 'light' ? 'light' : 'dark')
  }
  return {
    current,
    choose(scheme) {
      apply(scheme)
      try {
        view.localStorage.setItem(storageKey, scheme)
      } catch {
        // It holds for this page then.
      }
    },
    subscribe(changed) {
      if (listeners.size === 0) view.addEventListener('storage', followOtherTabs)
      listeners.add(changed)
      return () => {
        listeners.delete(changed)
        if (listeners.size === 0) view.removeEventListener('storage', followOtherTabs)
      }
    },
  }
}

const SchemeContext = createContext<SchemeStore | null>(null)

export const SchemeProvider = SchemeContext.Provider

export const useScheme = (): [Scheme, (scheme: Scheme) => void] => {
  const store = useContext(SchemeContext)
  if (store === null) throw new Error('useScheme outside of SchemeProvider')
  return [useSyncExternalStore(store.subscribe, store.current), store.choose]
}
