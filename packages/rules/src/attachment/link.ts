/** A host right after the slashes: what browsers make of `http:x` or of three slashes differs. */
const hosted = /^(https?|ftp):\/\/[^/\\\s]/i
const placed = /^(https?|ftp):/i

/** Schemes that run, carry or only name something of the reader's own, so that nobody else can be sent there. */
const refused = /^(javascript|vbscript|livescript|data|blob|filesystem|file|about|view-source|jar):/i

/** What browsers and readers look past when they take an address apart. */
const unseen = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu

/** Any base will do: it is only asked whether a relative address can be taken apart. */
const anySite = 'https://site.invalid/'

/**
 * Whether an attachment can lead there: an address with a scheme, or one relative to the site. Scripts and data are
 * refused however they are written. Taking addresses apart is for the platform to do.
 */
export const isLink = (url: string, canParse: (url: string, base: string) => boolean): boolean => {
  const bare = url.normalize('NFKC').replace(unseen, '')
  if (bare === '' || refused.test(bare)) return false
  return (placed.test(bare) ? hosted.test(url) : true) && canParse(url, anySite)
}
