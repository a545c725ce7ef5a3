import { createHash } from 'node:crypto'
import { Problem } from '@pennant/contract/problem'

export const tagOf = (basis: unknown): string =>
  createHash('sha256').update(JSON.stringify(basis)).digest('base64url').slice(0, 22)

/** Without a tag, an edit is always let through. */
export const expectUnchanged = (ifMatch: readonly string[] | null, basis: unknown): void =>
  expectTag(ifMatch, () => tagOf(basis))

export const expectTag = (ifMatch: readonly string[] | null, present: () => string): void => {
  if (ifMatch === null || ifMatch.includes('*')) return
  if (!ifMatch.includes(present())) throw new Problem('edit.conflict')
}
