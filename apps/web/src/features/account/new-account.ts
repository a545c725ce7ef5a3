import { limits } from '@pennant/contract/limit'
import { passwordFault, type PasswordFault } from '@pennant/rules/account/password-policy'
import { passesForEmail } from '@pennant/rules/account/identity'

/** Members by their names on the wire. */
export type NewAccount = { userName: string; email: string; password: string }
export type Member = keyof NewAccount

export type Fault =
  | { code: 'form.required' }
  | { code: 'form.tooShort'; params: { count: number } }
  | { code: 'form.email' }
  | { code: 'form.noAt' }
  | { code: 'form.passwordPolicy' }

export const faultsOf = ({ userName, email, password }: NewAccount): Partial<Record<Member, Fault>> => ({
  ...of('userName', nameFault(userName)),
  ...of('email', emailFault(email)),
  ...of('password', passwordFault(password) === null ? null : { code: 'form.passwordPolicy' }),
})

const of = (member: Member, fault: Fault | null): Partial<Record<Member, Fault>> =>
  fault === null ? {} : { [member]: fault }

const nameFault = (name: string): Fault | null => {
  if (name.trim() === '') return { code: 'form.required' }
  const { min } = limits.userName
  if (name.length < min) return { code: 'form.tooShort', params: { count: min } }
  return passesForEmail(name) ? { code: 'form.noAt' } : null
}

const emailFault = (email: string): Fault | null => {
  if (email.trim() === '') return { code: 'form.required' }
  const at = email.indexOf('@')
  const fits = at > 0 && at < email.length - 1 && at === email.lastIndexOf('@')
  return fits ? null : { code: 'form.email' }
}

const members: readonly Member[] = ['userName', 'email', 'password']
const byCode: Readonly<Record<string, Member>> = {
  'account.nameTaken': 'userName',
  'account.nameAt': 'userName',
  'account.emailTaken': 'email',
}

export const memberAtFault = ({
  field,
  code,
}: {
  field: string | null
  code: string | null
}): Member | null => {
  const named = members.find((member) => member === field)
  if (named !== undefined) return named
  if (code === null) return null
  return byCode[code] ?? (code.startsWith('password.') ? 'password' : null)
}

/** 'Too long' shows only when it happens. */
export const shownRules = [
  'password.tooShort',
  'password.needsLower',
  'password.needsUpper',
  'password.needsDigit',
] as const satisfies readonly PasswordFault['code'][]
