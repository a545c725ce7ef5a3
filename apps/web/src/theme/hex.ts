export type Hex = `#${string}`

/** `#` and six hex digits, in either case; nothing else is a colour here. */
export const isHex = (text: string): text is Hex => /^#[0-9a-f]{6}$/i.test(text)
