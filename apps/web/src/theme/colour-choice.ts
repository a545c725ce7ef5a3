import { type Color, isColor } from '@pennant/contract/schema'

/** Whose colour: the platform's own setting, the brand's, or the visitor's. */
export type ColourChoice =
  | { provider: 'Managed' }
  | { provider: 'Default' }
  | { provider: 'Custom'; colour: Color }

/** What stands for the brand's colour; nothing at all stands for the platform's. */
const brandWord = 'default'

export const readChoice = (stored: string | null): ColourChoice => {
  if (stored === brandWord) return { provider: 'Default' }
  return stored !== null && isColor(stored) ? { provider: 'Custom', colour: stored } : { provider: 'Managed' }
}

export const writeChoice = (choice: ColourChoice): string => {
  if (choice.provider === 'Custom') return choice.colour
  return choice.provider === 'Default' ? brandWord : ''
}

/** The colour to make everything of; null for the brand's own. What is no colour is not applied. */
export const colourOf = (choice: ColourChoice, managed: string | null): Color | null => {
  if (choice.provider === 'Custom') return choice.colour
  return choice.provider === 'Managed' && managed !== null && isColor(managed) ? managed : null
}
