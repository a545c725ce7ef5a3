import type { Language } from '@pennant/contract/enums'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export const formatSize = (language: Language, bytes: number): string => {
  const at = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[at] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1_000 ** at)
}
