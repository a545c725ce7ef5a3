import { createContext, useContext, useSyncExternalStore } from 'react'
import { type ColourChoice, colourOf, readChoice, writeChoice } from './colour-choice.ts'

/** Whose colour everything has. The page itself applies what was last painted before the first paint. */
export type ColourStore = {
  choice(): ColourChoice
  choose(choice: ColourChoice): void
  /** The colour that the platform has set; null for none. */
  manage(colour: string | null): void
  subscribe(changed: () => void): () => void
}

const storageKey = 'custom-theme'
/** A colour and the style sheet made of it: index.html reads it before anything else is there. */
const paintedKey = 'pennant.painted'

type Painted = { colour: string; style: string }

export const createColourStore = (document: Document, view: Window): ColourStore => {
  const listeners = new Set<() => void>()
  let choice = readChoice(read(view, storageKey))
  /** Undefined until the platform has said. */
  let managed: string | null | undefined
  let painted = paintedIn(view)
  let wanted = painted?.colour ?? null

  const paint = (next: Painted | null): void => {
    painted = next
    document.adoptedStyleSheets = next === null ? [] : [sheetOf(next.style)]
    write(view, paintedKey, next === null ? null : JSON.stringify(next))
  }
  const apply = async (): Promise<void> => {
    // Until the platform has said what it wants, what was painted last is the best guess.
    if (choice.provider === 'Managed' && managed === undefined) return
    const colour = colourOf(choice, managed ?? null)
    wanted = colour
    if (colour === (painted?.colour ?? null)) return
    if (colour === null) return paint(null)
    const { styleOf } = await import('./palette.ts')
    if (wanted === colour) paint({ colour, style: styleOf(colour) })
  }
  const change = (next: ColourChoice): void => {
    choice = next
    void apply()
    for (const changed of listeners) changed()
  }
  const followOtherTabs = ({ key, newValue }: StorageEvent): void => {
    if (key === storageKey) change(readChoice(newValue))
  }
  void apply()
  return {
    choice: () => choice,
    choose(next) {
      write(view, storageKey, writeChoice(next))
      change(next)
    },
    manage(colour) {
      managed = colour
      void apply()
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

const sheetOf = (style: string): CSSStyleSheet => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  return sheet
}

const paintedIn = (view: Window): Painted | null => {
  try {
    // Written by `paint`; what anybody else has written there is drawn anew or cleared.
    return JSON.parse(read(view, paintedKey) ?? 'null') as Painted | null
  } catch {
    return null
  }
}

const read = (view: Window, key: string): string | null => {
  try {
    return view.localStorage.getItem(key)
  } catch {
    return null
  }
}

const write = (view: Window, key: string, value: string | null): void => {
  try {
    if (value === null) view.localStorage.removeItem(key)
    else view.localStorage.setItem(key, value)
  } catch {
    // It holds for this page then.
  }
}

const ColourContext = createContext<ColourStore | null>(null)

export const ColourProvider = ColourContext.Provider

export const useColour = (): ColourStore => {
  const store = useContext(ColourContext)
  if (store === null) throw new Error('useColour outside of ColourProvider')
  return store
}

export const useColourChoice = (): [ColourChoice, (choice: ColourChoice) => void] => {
  const store = useColour()
  return [useSyncExternalStore(store.subscribe, store.choice), store.choose]
}
