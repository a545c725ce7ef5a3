// All but the ends of lines, and tabs.
const commanding = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu

/** A terminal would obey what other people wrote. It is shown as JSON writes it, so JSON stays the same. */
export const plainText = (text: string): string =>
  text.replaceAll(commanding, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
