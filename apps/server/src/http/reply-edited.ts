import { createHash } from 'node:crypto'
import { Problem } from '@pennant/contract/problem'
import { Reply } from './reply.ts'

/** Tells two states of what can be edited apart. */
export const tagOf = (basis: unknown): string =>
  createHash('sha256').update(JSON.stringify(basis)).digest('base64url').slice(0, 22)

/**
 * What can be edited, with a tag that a later edit may show in `If-Match`. `basis` is what the edit can
 * change: what else is in `value` may change without making the edit an old one.
 */
export const edited = (value: unknown, basis: unknown = value): Reply =>
  new Reply({ kind: 'edited', tag: tagOf(basis), value })

/** Refuses an edit that rests on another state than the present one. Whoever shows no tag is let through. */
export const expectUnchanged = (ifMatch: readonly string[] | null, basis: unknown): void =>
  expectTag(ifMatch, () => tagOf(basis))

/** The same for what carries a tag of its own. */
export const expectTag = (ifMatch: readonly string[] | null, present: () => string): void => {
  if (ifMatch === null || ifMatch.includes('*')) return
  if (!ifMatch.includes(present())) throw new Problem('edit.conflict')
}
