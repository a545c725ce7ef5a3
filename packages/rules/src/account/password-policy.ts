import { limits } from '@pennant/contract/limit'

export type PasswordFault =
  | { code: 'password.tooShort'; params: { min: number } }
  | { code: 'password.tooLong'; params: { max: number } }
  | {
      code: 'password.needsDigit' | 'password.needsLower' | 'password.needsUpper'
      params: Record<string, never>
    }

export const passwordFaults = (password: string): PasswordFault[] => {
  const { min, max } = limits.password
  const faults: PasswordFault[] = []
  if (password.length < min) faults.push({ code: 'password.tooShort', params: { min } })
  if (password.length > max) faults.push({ code: 'password.tooLong', params: { max } })
  if (!/[0-9]/.test(password)) faults.push({ code: 'password.needsDigit', params: {} })
  if (!/[a-z]/.test(password)) faults.push({ code: 'password.needsLower', params: {} })
  if (!/[A-Z]/.test(password)) faults.push({ code: 'password.needsUpper', params: {} })
  return faults
}

export const passwordFault = (password: string): PasswordFault | null => passwordFaults(password)[0] ?? null
