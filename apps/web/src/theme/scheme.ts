import { createContext, useContext, useSyncExternalStore } from 'react'
import { stored } from '../storage.ts'

export type Scheme = 'dark' | 'light'
export const schemeChoices = ['auto', 'dark', 'light'] as const
export type SchemeChoice = (typeof schemeChoices)[number]

/** index.html applies the choice before the first paint. */
export type SchemeStore = {
  current(): Scheme
  choice(): SchemeChoice
  choose(choice: SchemeChoice): void
  subscribe(changed: () => void): () => void
}

// The key and values of compatible clients, so that a choice carries over.
const chosen = stored<SchemeChoice>(
  'mantine-color-scheme-value',
  (text) => (text === 'light' || text === 'dark' ? text : 'auto'),
  'auto',
)

export const createSchemeStore = ({ documentElement: root, head }: Document): SchemeStore => {
  const system = matchMedia('(prefers-color-scheme: light)')
  const listeners = new Set<() => void>()
  let choice = chosen.get()
  const current = (): Scheme => (choice === 'auto' ? (system.matches ? 'light' : 'dark') : choice)
  const apply = (): void => {
    root.dataset['mantineColorScheme'] = current()
    const surface = getComputedStyle(root).getPropertyValue('--ink-0')
    head.querySelector('[name="theme-color"]')?.setAttribute('content', surface)
    for (const changed of listeners) changed()
  }
  chosen.subscribe((next) => {
    choice = next
    apply()
  })
  system.addEventListener('change', apply)
  return {
    current,
    choice: () => choice,
    choose: chosen.set,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

const SchemeContext = createContext<SchemeStore | null>(null)

export const SchemeProvider = SchemeContext.Provider

const useStore = (): SchemeStore => {
  const store = useContext(SchemeContext)
  if (store === null) throw new Error('useScheme outside of SchemeProvider')
  return store
}

export const useScheme = (): Scheme => {
  const { subscribe, current } = useStore()
  return useSyncExternalStore(subscribe, current)
}

export const useSchemeChoice = (): [SchemeChoice, (choice: SchemeChoice) => void] => {
  const { subscribe, choice, choose } = useStore()
  return [useSyncExternalStore(subscribe, choice), choose]
}
