import { truncate } from '@pennant/rules/text/truncate'
import { limits } from '@pennant/contract/limit'
import type { ImportChangeCode } from '@pennant/contract/transfer'
import { safeFileName } from '@pennant/rules/file/name'
import type { ChangeCollector } from './change.ts'

export type FieldPath = {
  readonly entry: string
  readonly path: string
  readonly changes: Pick<ChangeCollector, 'add'>
}

export const fieldOf = ({ entry, path }: Omit<FieldPath, 'changes'>): string =>
  path === '' ? entry : `${entry}: ${path}`

export const memberAt = (at: FieldPath, name: string): FieldPath => ({
  ...at,
  path: at.path === '' ? name : `${at.path}.${name}`,
})

// Other platforms take these texts at any length, and one too long here is no reason to refuse a game.

const ellipsis = '…'

export const shortened = (whole: string, max: number, at: FieldPath): string =>
  whole.length <= max ? whole : noteShortened(at, whole, truncate(whole, max - ellipsis.length) + ellipsis)

export const shortenedName = (whole: string, at: FieldPath): string =>
  whole.length <= limits.fileName ? whole : noteShortened(at, whole, safeFileName(whole))

export const wholeOrNone = (text: string, max: number, at: FieldPath): string | null => {
  const whole = text.trim()
  if (whole.length <= max) return whole
  noteChange(at, 'import.leftOut', { from: whole.length, max })
  return null
}

export const noteShortened = (at: FieldPath, whole: string, short: string): string => {
  noteChange(at, 'import.shortened', { from: whole.length, to: short.length })
  return short
}

export const noteChange = (
  { entry, path, changes }: FieldPath,
  code: ImportChangeCode,
  params: Record<string, number>,
): void => changes.add({ entry, path, code, params })
