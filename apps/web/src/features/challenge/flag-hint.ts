/** No hint keeps a flag from being sent. */
export type FlagHint = 'spaces' | 'wrapper' | null

// Flags are usually a name, then braces.
const wrapped = /^[\w.-]{1,32}\{.*\}$/s

export const isWrapped = (text: string): boolean => wrapped.test(text)

export const flagHint = (flag: string): FlagHint => {
  if (flag.trim() === '') return null
  if (flag !== flag.trim()) return 'spaces'
  return isWrapped(flag) ? null : 'wrapper'
}
