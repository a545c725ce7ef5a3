import type { Language } from '@pennant/contract/enums'
import { numberFormat } from './formats.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export const formatSize = (language: Language, bytes: number): string => {
  const at = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const unit = units[at] ?? 'byte'
  return (
    numberFormat(language, {
      style: 'unit',
      unit,
      // The short form of some languages has a word, but no plural.
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: 1,
    })
      .format(bytes / 1_000 ** at)
      // Digits and Chinese characters stand apart, though the browser's data joins them.
      .replace(/\d(?=\p{Script=Han})/u, '$& ')
  )
}
