import { limits } from '@pennant/contract/limit'
import { hasPlaceholder, isBlankTemplate, piecesOf, withoutMarker } from './template.ts'

const enoughBits = 32

/** Entropy of the converted characters in bits. Placeholders do not count. */
export const templateBits = (template: string): number =>
  piecesOf(template).reduce(
    (bits, piece) => (piece.kind === 'choice' ? bits + Math.log2(piece.from.length) : bits),
    0,
  )

/** A blank template is fine: it removes the template, and flags are GUIDs. */
export const isStrongEnough = (template: string | null): boolean => {
  if (template === null || isBlankTemplate(template) || hasPlaceholder(template)) return true
  return withoutMarker(template).length <= limits.flag && templateBits(template) >= enoughBits
}
