import { isStrongEnough, templateBits } from '@pennant/rules/flag/strength'
import { generateFlag, hasPlaceholder, isBlankTemplate } from '@pennant/rules/flag/template'

export type TemplateStrength =
  /** Every flag has a random part or a hash. */
  { kind: 'certain' } | { kind: 'enough' | 'weak'; bits: number }

export const strengthOf = (template: string): TemplateStrength => {
  if (isBlankTemplate(template) || hasPlaceholder(template)) return { kind: 'certain' }
  return { kind: isStrongEnough(template) ? 'enough' : 'weak', bits: Math.floor(templateBits(template)) }
}

/** From 0 up to, but not including, `count`. */
export type Pick = (count: number) => number

export const sampleFlags = (template: string, pick: Pick, teams: number): string[] =>
  Array.from({ length: teams }, () =>
    generateFlag(template, { pick, guid: () => guidBy(pick), teamHash: hexBy(pick, 12) }),
  )

const hexBy = (pick: Pick, length: number): string =>
  Array.from({ length }, () => pick(16).toString(16)).join('')

// A version 4 UUID.
const guidBy = (pick: Pick): string =>
  [
    hexBy(pick, 8),
    hexBy(pick, 4),
    `4${hexBy(pick, 3)}`,
    `${(8 + pick(4)).toString(16)}${hexBy(pick, 3)}`,
    hexBy(pick, 12),
  ].join('-')
