/** What a field with this text holds after a key. */
export const typedAfter = (text: string, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): string => {
  if (ctrlKey || metaKey || altKey) return text
  if (key === 'Backspace') return text.slice(0, -1)
  return [...key].length === 1 ? text + key : text
}
