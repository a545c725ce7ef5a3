export type Place = { id: string; kind: 'team' | 'test' }

const paths = /^\/api\/proxy\/(noinst\/)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?(?:\?|$)/i

/** Null when the URL does not name a container. */
export const placeOf = (url: string): Place | null => {
  const match = paths.exec(url)
  const id = match?.[2]
  return id === undefined ? null : { id: id.toLowerCase(), kind: match?.[1] === undefined ? 'team' : 'test' }
}
