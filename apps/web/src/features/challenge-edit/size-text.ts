const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** How large a file is, in the largest unit that fits. */
export const sizeText = (language: string, size: number): string => {
  const at = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, size)) / 3)))
  const unit = units[at] ?? 'byte'
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(size / 1_000 ** at)
}
