import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** The brand's colour, from the palest to the deepest. */
const teal: MantineColorsTuple = [
  '#e3faf5',
  '#c3f2e8',
  '#90e5d4',
  '#56d6c0',
  '#2cc3ad',
  '#14a894',
  '#0d8c7c',
  '#0b7166',
  '#0a5a52',
  '#083f3a',
]

export const theme = createTheme({
  primaryColor: 'teal',
  // Bright on dark, deep on light: both carry their text with room to spare.
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { teal },
  fontFamily: "'Inter Variable', ui-sans-serif, system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, 'Cascadia Mono', monospace",
  defaultRadius: 'var(--radius)',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'never',
})
