import type { Language } from '@pennant/contract/enums'

export const writePercent = (language: Language, share: number): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share)
