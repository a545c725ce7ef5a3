import { createContext, useContext, useSyncExternalStore } from 'react'
import { stored } from '../storage.ts'
import { type ColorChoice, colorOf, readChoice, writeChoice } from './color-choice.ts'

export type ColorStore = {
  choice(): ColorChoice
  choose(choice: ColorChoice): void
  manage(color: string | null): void
  subscribe(changed: () => void): () => void
}

const chosen = stored<ColorChoice>('custom-theme', readChoice, { provider: 'Managed' })
// index.html reads it before the first paint.
const lastPainted = stored<Painted | null>(
  'pennant.painted',
  // Anything not written by `paint` is redrawn or cleared.
  (text) => JSON.parse(text) as Painted | null,
  null,
)

// Earlier versions have stored it with these names.
type Painted = { colour: string; style: string }

export const createColorStore = (document: Document): ColorStore => {
  let choice = chosen.get()
  let managed: string | null | undefined
  let painted = lastPainted.get()
  let wanted = painted?.colour ?? null

  const paint = (next: Painted | null): void => {
    painted = next
    document.adoptedStyleSheets = next === null ? [] : [sheetOf(next.style)]
    lastPainted.set(next)
  }
  const apply = async (): Promise<void> => {
    // Until then, the last painted color is the best guess.
    if (choice.provider === 'Managed' && managed === undefined) return
    const color = colorOf(choice, managed ?? null)
    wanted = color
    if (color === (painted?.colour ?? null)) return
    if (color === null) return paint(null)
    const { styleOf } = await import('./palette.ts')
    if (wanted === color) paint({ colour: color, style: styleOf(color) })
  }
  void apply()
  return {
    choice: () => choice,
    choose(next) {
      choice = next
      void apply()
      chosen.set(writeChoice(next))
    },
    manage(color) {
      managed = color
      void apply()
    },
    subscribe: (changed) =>
      chosen.subscribe((next) => {
        choice = next
        void apply()
        changed()
      }),
  }
}

const sheetOf = (style: string): CSSStyleSheet => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  return sheet
}

const ColorContext = createContext<ColorStore | null>(null)

export const ColorProvider = ColorContext.Provider

export const useColorStore = (): ColorStore => {
  const store = useContext(ColorContext)
  if (store === null) throw new Error('useColorStore outside of ColorProvider')
  return store
}

export const useColorChoice = (): [ColorChoice, (choice: ColorChoice) => void] => {
  const store = useColorStore()
  return [useSyncExternalStore(store.subscribe, store.choice), store.choose]
}
