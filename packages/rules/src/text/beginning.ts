const segmenter = new Intl.Segmenter()

/** The longest beginning of at most `max` UTF-16 units that cuts no character in two. */
export const beginningOf = (text: string, max: number): string => {
  if (text.length <= max) return text
  // Where a character begins is decided by what comes before and by its own first code point.
  const cut = segmenter.segment(text.slice(0, max + 2)).containing(max)?.index ?? 0
  if (cut > 0) return text.slice(0, cut)
  // A single character that is too long by itself, such as a letter under a thousand marks.
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
}
