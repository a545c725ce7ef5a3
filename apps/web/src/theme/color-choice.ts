import { type Color, isColor } from '@pennant/contract/schema'

export type ColorChoice =
  | { provider: 'Managed' }
  | { provider: 'Default' }
  | { provider: 'Custom'; color: Color }

// No stored value means the platform's color.
const brandWord = 'default'

export const readChoice = (stored: string | null): ColorChoice => {
  if (stored === brandWord) return { provider: 'Default' }
  return stored !== null && isColor(stored) ? { provider: 'Custom', color: stored } : { provider: 'Managed' }
}

export const writeChoice = (choice: ColorChoice): string => {
  if (choice.provider === 'Custom') return choice.color
  return choice.provider === 'Default' ? brandWord : ''
}

/** Null: the brand's own. */
export const colorOf = (choice: ColorChoice, managed: string | null): Color | null => {
  if (choice.provider === 'Custom') return choice.color
  return choice.provider === 'Managed' && managed !== null && isColor(managed) ? managed : null
}
