import { createContext, useContext, useSyncExternalStore } from 'react'
import { stored } from '../storage.ts'
import { type ColourChoice, colourOf, readChoice, writeChoice } from './colour-choice.ts'

export type ColourStore = {
  choice(): ColourChoice
  choose(choice: ColourChoice): void
  /** Null: none. */
  manage(colour: string | null): void
  subscribe(changed: () => void): () => void
}

const chosen = stored<ColourChoice>('custom-theme', readChoice, { provider: 'Managed' })
// index.html reads it before the first paint.
const lastPainted = stored<Painted | null>(
  'pennant.painted',
  // Anything not written by `paint` is redrawn or cleared.
  (text) => JSON.parse(text) as Painted | null,
  null,
)

type Painted = { colour: string; style: string }

export const createColourStore = (document: Document): ColourStore => {
  let choice = chosen.get()
  /** Undefined until the platform has answered. */
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
    const colour = colourOf(choice, managed ?? null)
    wanted = colour
    if (colour === (painted?.colour ?? null)) return
    if (colour === null) return paint(null)
    const { styleOf } = await import('./palette.ts')
    if (wanted === colour) paint({ colour, style: styleOf(colour) })
  }
  void apply()
  return {
    choice: () => choice,
    choose(next) {
      choice = next
      void apply()
      chosen.set(writeChoice(next))
    },
    manage(colour) {
      managed = colour
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
