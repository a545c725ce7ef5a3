/** Browsers disagree about `http:x` and about three slashes. */
const hosted = /^(https?|ftp):\/\/[^/\\\s]/i
const placed = /^(https?|ftp):/i

/** Schemes that run code, carry data, or name something that only the reader has. */
const refused = /^(javascript|vbscript|livescript|data|blob|filesystem|file|about|view-source|jar):/i

/** Browsers ignore these when they parse an address. */
const unseen = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu

/** Any base will do, since only the syntax matters. */
const anySite = 'https://site.invalid/'

/** Refuses scripts and data in every spelling. Parsing is left to the platform. */
export const isLink = (url: string, canParse: (url: string, base: string) => boolean): boolean => {
  const bare = url.normalize('NFKC').replace(unseen, '')
  if (bare === '' || refused.test(bare)) return false
  return (placed.test(bare) ? hosted.test(url) : true) && canParse(url, anySite)
}
