import { isStrongEnough, templateBits } from '@pennant/rules/flag/strength'
import { generateFlag, hasPlaceholder, isBlankTemplate } from '@pennant/rules/flag/template'

export type TemplateStrength =
  /** Every flag has a random part or a hash: nobody guesses it. */
  { kind: 'certain' } | { kind: 'enough' | 'weak'; bits: number }

export const strengthOf = (template: string): TemplateStrength => {
  if (isBlankTemplate(template) || hasPlaceholder(template)) return { kind: 'certain' }
  return { kind: isStrongEnough(template) ? 'enough' : 'weak', bits: Math.floor(templateBits(template)) }
}

/** A whole number from 0 up to, and not including, `count`. */
export type Pick = (count: number) => number

/** Flags as teams that do not exist would get them. */
export const sampleFlags = (template: string, pick: Pick, teams: number): string[] =>
  Array.from({ length: teams }, () =>
    generateFlag(template, { pick, guid: () => guidBy(pick), teamHash: hexBy(pick, 12) }),
  )

const hexBy = (pick: Pick, length: number): string =>
  Array.from({ length }, () => pick(16).toString(16)).join('')

/** As random ones are written: with a 4, and one of 8, 9, a and b, at their places. */
const guidBy = (pick: Pick): string =>
  [
    hexBy(pick, 8),
    hexBy(pick, 4),
    `4${hexBy(pick, 3)}`,
    `${(8 + pick(4)).toString(16)}${hexBy(pick, 3)}`,
    hexBy(pick, 12),
  ].join('-')
