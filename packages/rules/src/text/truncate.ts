const segmenter = new Intl.Segmenter()

/** At most `max` UTF-16 units, without cutting a character in two. */
export const truncate = (text: string, max: number): string => {
  if (text.length <= max) return text
  // The text before a character and its first code point decide where it starts.
  const cut = segmenter.segment(text.slice(0, max + 2)).containing(max)?.index ?? 0
  if (cut > 0) return text.slice(0, cut)
  // A single character can be too long, such as a letter under a thousand marks.
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
}
