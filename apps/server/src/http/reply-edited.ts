import { tagOf } from '../kit/edit-tag.ts'
import { Reply } from './reply.ts'

/**
 * What can be edited, with a tag that a later edit may show in `If-Match`. `basis` is what the edit can
 * change: what else is in `value` may change without making the edit an old one.
 */
export const edited = (value: unknown, basis: unknown = value): Reply =>
  new Reply({ kind: 'edited', tag: tagOf(basis), value })
