/** Text that mails carry in their links as base64 of UTF-8; null when it is no such thing. */
export const decodedText = (encoded: string | null): string | null => {
  if (encoded === null) return null
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll(' ', '+')), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
