import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FindingCode } from '@pennant/contract/status'
import { assets } from '../kit/assets.ts'
import { type ShellCode, shellTexts } from '../modules/status/checks/shell-code.ts'

type Said = { message: string; remedy: string }

/** In plain English, with places for values. The texts of the status page are those of its catalog. */
export const textsOf = (code: FindingCode | ShellCode): Said => {
  if (isShellCode(code)) {
    const [message, remedy] = shellTexts[code]
    return { message, remedy }
  }
  const texts = pageTexts()
  return { message: texts[`status.warning.${code}`] ?? code, remedy: texts[`status.todo.${code}`] ?? '' }
}

export const saidOf = (code: FindingCode | ShellCode, values: readonly string[]): Said => {
  const { message, remedy } = textsOf(code)
  const given = code === 'storage.full' ? [values[0] ?? '', gigabytes(values[1] ?? '')] : values
  const placed = message
    .replaceAll(/\{(\d)\}/g, (_, at: string) => given[Number(at)] ?? '…')
    .replaceAll('{{value}}', () => given[0] ?? '…')
    .replaceAll('{{other}}', () => given[1] ?? '…')
  return { message: placed, remedy }
}

const isShellCode = (code: string): code is ShellCode => Object.hasOwn(shellTexts, code)

const gigabytes = (bytes: string): string => `${(Number(bytes) / 1e9).toFixed(1)} GB`

let known: Readonly<Record<string, string>> | undefined
const pageTexts = (): Readonly<Record<string, string>> => {
  // `catalogue.test.ts` checks its shape.
  known ??= JSON.parse(readFileSync(join(assets('locales'), 'en-US', 'admin.json'), 'utf8')) as Record<
    string,
    string
  >
  return known
}
