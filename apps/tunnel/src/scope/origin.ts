const maxLength = 300

/** An origin exactly as browsers write it. The empty one and `null` belong to nobody in particular. */
export const isOrigin = (text: string): boolean => text.length <= maxLength && readOrigin(text) === text

/** What somebody means who types or pastes an address. */
export const readOrigin = (text: string): string | null => {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : null
}
