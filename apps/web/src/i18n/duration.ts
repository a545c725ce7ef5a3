import type { Language } from '@pennant/contract/enums'
import { numberFormat } from './formats.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

const write = (language: Language, unit: 'day' | 'hour' | 'minute' | 'second', count: number): string =>
  numberFormat(language, { style: 'unit', unit, unitDisplay: 'short' })
    .format(count)
    // Digits and Chinese characters stand apart, though the browser's data joins some.
    .replace(/\d(?=\p{Script=Han})/u, '$& ')

export const formatDuration = (language: Language, ms: number): string => {
  const whole = Math.max(0, Math.floor(ms / 1_000) * 1_000)
  const at = units.findIndex(([, size]) => whole >= size)
  if (at === -1) return write(language, 'second', 0)
  let left = whole
  const parts: string[] = []
  for (const [unit, size] of units.slice(at, at + 2)) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0) parts.push(write(language, unit, count))
  }
  return parts.join(' ')
}

export const formatCountdown = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

const longMs = 48 * 3_600_000

/** Days are counted in words, and what is near by the second. */
export const formatTimeLeft = (language: Language, ms: number): string =>
  ms > longMs ? formatDuration(language, ms) : formatCountdown(ms)

const minute = 60_000

/** Something of a moment ago counts as of a minute ago. */
export const formatAgo = (language: Language, ms: number): string =>
  formatDuration(language, Math.max(1, Math.floor(ms / minute)) * minute)
