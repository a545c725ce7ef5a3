import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import { Problem } from '@pennant/contract/problem'
import { identityKey, passesForEmail } from '@pennant/rules/account/identity'
import { passwordFault } from '@pennant/rules/account/password-policy'
import { collision } from './users.ts'

export const checkPassword = (password: string): void => {
  const fault = passwordFault(password)
  if (fault !== null) throw new Problem(fault.code, fault.params)
}

/** Existing names stay. */
export const checkName = (name: string): void => {
  if (passesForEmail(name)) throw new Problem('account.nameAt', { field: 'userName' })
}

export const collided = (error: unknown): unknown => {
  const taken = collision(error)
  if (taken === null) return error
  return new Problem(taken === 'name' ? 'account.nameTaken' : 'account.emailTaken')
}

export const newUser = (account: { name: string; email: string; passwordHash: string; now: Date }) => ({
  id: uuidv7(),
  name: account.name,
  name_key: identityKey(account.name),
  email: account.email,
  email_key: identityKey(account.email),
  password_hash: account.passwordHash,
  stamp: uuidv4(),
  registered_at: account.now,
})
