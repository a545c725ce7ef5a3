import { createContext, useContext, useSyncExternalStore } from 'react'
import { stored } from '../storage.ts'

export type Scheme = 'dark' | 'light'

/** index.html applies the choice before the first paint. */
export type SchemeStore = {
  current(): Scheme
  choose(scheme: Scheme): void
  subscribe(changed: () => void): () => void
}

// The key of compatible clients, so that a choice carries over.
const chosen = stored<Scheme>(
  'mantine-color-scheme-value',
  (text) => (text === 'light' ? 'light' : 'dark'),
  'dark',
)

export const createSchemeStore = (root: HTMLElement): SchemeStore => {
  const apply = (scheme: Scheme): void => {
    root.dataset['mantineColorScheme'] = scheme
  }
  return {
    current: () => (root.dataset['mantineColorScheme'] === 'light' ? 'light' : 'dark'),
    choose(scheme) {
      apply(scheme)
      chosen.set(scheme)
    },
    subscribe: (changed) =>
      chosen.subscribe((scheme) => {
        apply(scheme)
        changed()
      }),
  }
}

const SchemeContext = createContext<SchemeStore | null>(null)

export const SchemeProvider = SchemeContext.Provider

export const useScheme = (): [Scheme, (scheme: Scheme) => void] => {
  const store = useContext(SchemeContext)
  if (store === null) throw new Error('useScheme outside of SchemeProvider')
  return [useSyncExternalStore(store.subscribe, store.current), store.choose]
}
