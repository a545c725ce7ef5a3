import type { IncomingHttpHeaders } from 'node:http'

/** `If-None-Match` wins; comparison is weak; `*` matches. */
export const isFresh = (
  { headers }: { readonly headers: IncomingHttpHeaders },
  tag: string | undefined,
  modified: Date | undefined,
): boolean => {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers
  if (tags !== undefined && tag !== undefined && isOnly(tags, tag)) return true
  if (tags !== undefined)
    return tags
      .split(',')
      .map((one) => one.trim().replace(/^W\//, ''))
      .some((one) => one === '*' || (tag !== undefined && one === `"${tag}"`))
  if (since === undefined || modified === undefined) return false
  const at = Date.parse(since)
  // The header has no fraction of the second.
  return !Number.isNaN(at) && Math.floor(modified.getTime() / 1000) <= Math.floor(at / 1000)
}

// The usual case, without making a text of it for each request.
const isOnly = (tags: string, tag: string): boolean =>
  tags.length === tag.length + 4 && tags.startsWith('W/"') && tags.startsWith(tag, 3) && tags.endsWith('"')
