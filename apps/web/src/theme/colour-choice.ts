import { type Color, isColor } from '@pennant/contract/schema'

export type ColourChoice =
  | { provider: 'Managed' }
  | { provider: 'Default' }
  | { provider: 'Custom'; colour: Color }

// No stored value means the platform's color.
const brandWord = 'default'

export const readChoice = (stored: string | null): ColourChoice => {
  if (stored === brandWord) return { provider: 'Default' }
  return stored !== null && isColor(stored) ? { provider: 'Custom', colour: stored } : { provider: 'Managed' }
}

export const writeChoice = (choice: ColourChoice): string => {
  if (choice.provider === 'Custom') return choice.colour
  return choice.provider === 'Default' ? brandWord : ''
}

/** Null: the brand's own. */
export const colourOf = (choice: ColourChoice, managed: string | null): Color | null => {
  if (choice.provider === 'Custom') return choice.colour
  return choice.provider === 'Managed' && managed !== null && isColor(managed) ? managed : null
}
