import type { Language } from '@pennant/contract/enums'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const step = 1_000

export const writeSize = (language: Language, bytes: number): string => {
  const at = Math.min(units.length - 1, bytes < step ? 0 : Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[at] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: at === 0 ? 0 : 1,
  }).format(bytes / step ** at)
}
