export type Color = `#${string}`

/** `#` and six hex digits, in either case: the only colors on the wire. */
export const isColor = (text: string): text is Color => /^#[0-9a-f]{6}$/i.test(text)
