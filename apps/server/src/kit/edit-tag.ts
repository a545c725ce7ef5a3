import { createHash } from 'node:crypto'
import { Problem } from '@pennant/contract/problem'

/** Tells two states of what can be edited apart. */
export const tagOf = (basis: unknown): string =>
  createHash('sha256').update(JSON.stringify(basis)).digest('base64url').slice(0, 22)

/** Refuses an edit that rests on another state than the present one. Without a tag, an edit is let through. */
export const expectUnchanged = (ifMatch: readonly string[] | null, basis: unknown): void =>
  expectTag(ifMatch, () => tagOf(basis))

/** The same for what carries a tag of its own. */
export const expectTag = (ifMatch: readonly string[] | null, present: () => string): void => {
  if (ifMatch === null || ifMatch.includes('*')) return
  if (!ifMatch.includes(present())) throw new Problem('edit.conflict')
}
