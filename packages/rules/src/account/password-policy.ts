import { limits } from '@pennant/contract/limit'

export type PasswordFault =
  | { code: 'password.tooShort'; params: { min: number } }
  | { code: 'password.tooLong'; params: { max: number } }
  | { code: 'password.needsDigit' | 'password.needsLower' | 'password.needsUpper'; params: Record<string, never> }

/** The first rule that `password` breaks, or null. */
export const passwordFault = (password: string): PasswordFault | null => {
  const { min, max } = limits.password
  if (password.length < min) return { code: 'password.tooShort', params: { min } }
  if (password.length > max) return { code: 'password.tooLong', params: { max } }
  if (!/[0-9]/.test(password)) return { code: 'password.needsDigit', params: {} }
  if (!/[a-z]/.test(password)) return { code: 'password.needsLower', params: {} }
  if (!/[A-Z]/.test(password)) return { code: 'password.needsUpper', params: {} }
  return null
}
