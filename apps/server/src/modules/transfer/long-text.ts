import { beginningOf } from '@pennant/rules/text/beginning'
import { limits } from '@pennant/contract/limit'
import type { ImportChangeCode } from '@pennant/contract/import-change'
import { safeFileName } from '@pennant/rules/file/name'
import { text, type Place, type Read } from './reader.ts'

/** Texts that other platforms take at any length. What is too long here is no reason to refuse a whole game. */

const ellipsis = '…'

/** Text that can be read in part, too. */
export const shortened =
  ({ max, ...rules }: { max: number; required?: true; line?: true }): Read<string> =>
  (value, at) => {
    const whole = text(rules)(value, at)
    if (whole.length <= max) return whole
    return told(at, whole, beginningOf(whole, max - ellipsis.length) + ellipsis)
  }

/** The name of a file, whose extension stays. */
export const shortenedName: Read<string> = (value, at) => {
  const whole = text({ line: true })(value, at)
  return whole.length <= limits.fileName ? whole : told(at, whole, safeFileName(whole))
}

/** Text that means something else in part, such as an address. */
export const wholeOrNone =
  (max: number): Read<string | null> =>
  (value, at) => {
    const whole = text({ line: true })(value, at).trim()
    if (whole.length <= max) return whole
    tell(at, 'import.leftOut', { from: whole.length, max })
    return null
  }

/** Reports that `short` stands for `whole`. */
export const told = (at: Place, whole: string, short: string): string => {
  tell(at, 'import.shortened', { from: whole.length, to: short.length })
  return short
}

const tell = (
  { entry, path, changes }: Place,
  code: ImportChangeCode,
  params: Record<string, number>,
): void => changes?.add({ entry, path, code, params })
