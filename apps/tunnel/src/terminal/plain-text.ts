/**
 * Control and format characters, and what stands alone of a pair: all that could move the cursor, colour a line
 * or turn its reading direction.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/** Text of others, safe to show on a terminal: one line, and nothing that a terminal would obey. */
export const plainText = (text: string, max = 400): string => {
  const plain = text.replace(unprintable, '\u{fffd}')
  const points = [...plain]
  return points.length > max ? `${points.slice(0, max).join('')}…` : plain
}
