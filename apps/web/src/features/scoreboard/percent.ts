import type { Language } from '@pennant/contract/enums'

/** A share in the way of the language: "5%", "5 %". */
export const writePercent = (language: Language, share: number): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share)
