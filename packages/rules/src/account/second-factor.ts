import { atLeast, type Role } from '@pennant/contract/enums'
import type { FactorDemand } from '@pennant/contract/second-factor'

export type ReadCode = { kind: 'app'; digits: string } | { kind: 'recovery'; code: string }

/** 50 bits. */
const recoveryCharacters = 10
// Without letters that read like digits or make words.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const alike: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' }
const day = 86_400_000
const graceMs = 7 * day

export const recoveryCodesAtOnce = 10
export const fewRecoveryCodes = 3

/** Spaces, hyphens, capitals, and full-width characters don't matter. Null: no code looks like this. */
export const readCode = (typed: string): ReadCode | null => {
  const plain = typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Dash}]/gu, '')
  if (/^\d{6}$/.test(plain)) return { kind: 'app', digits: plain }
  const code = plain.replace(/[oil]/g, (letter) => alike[letter] ?? letter)
  const fits = code.length === recoveryCharacters && [...code].every((one) => alphabet.includes(one))
  return fits ? { kind: 'recovery', code } : null
}

/** Each byte gives five bits. */
export const recoveryCodeOf = (random: Uint8Array): string =>
  Array.from(random.subarray(0, recoveryCharacters), (byte) => alphabet.charAt(byte % alphabet.length)).join(
    '',
  )

export const spacedCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

type Demand = { secondFactor?: FactorDemand | undefined; secondFactorSince?: number | undefined }

/** Null: not needed. `since`: when the account got its role. */
export const factorDueBy = (
  { secondFactor = 'NoOne', secondFactorSince = 0 }: Demand,
  { role, since }: { role: Role; since: number },
): number | null => {
  if (secondFactor === 'NoOne') return null
  if (!atLeast(role, secondFactor === 'Staff' ? 'Monitor' : 'Admin')) return null
  return Math.max(secondFactorSince, since) + graceMs
}
