const maxLength = 300

/** Only the exact form that browsers write. Empty and `null` origins have no owner. */
export const isOrigin = (text: string): boolean => text.length <= maxLength && readOrigin(text) === text

export const readOrigin = (text: string): string | null => {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : null
}
