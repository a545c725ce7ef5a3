import { limits } from '@pennant/contract/limit'
import { hasPlaceholder, isBlankTemplate, piecesOf, withoutMarker } from './template.ts'

const enoughBits = 32

/** The chance in the converted characters, as bits. Placeholders do not count. */
export const templateBits = (template: string): number =>
  piecesOf(template).reduce(
    (bits, piece) => (piece.kind === 'choice' ? bits + Math.log2(piece.from.length) : bits),
    0,
  )

/**
 * Whether nobody guesses one team's flag from another's. A blank template is fine: it takes the template
 * away, and what comes then is a GUID.
 */
export const isStrongEnough = (template: string | null): boolean => {
  if (template === null || isBlankTemplate(template) || hasPlaceholder(template)) return true
  return withoutMarker(template).length <= limits.flag && templateBits(template) >= enoughBits
}
