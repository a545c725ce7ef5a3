/** Characters that could move the cursor, color a line, or change its direction; and lone surrogates. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

export const plainText = (text: string, max = 400): string => {
  const plain = text.replace(unprintable, '\u{fffd}')
  const points = [...plain]
  return points.length > max ? `${points.slice(0, max).join('')}…` : plain
}
