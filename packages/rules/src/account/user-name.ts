import { identityKey } from './identity.ts'

/** A name with an `@`, in whatever width: at a login it could pass for the email address of somebody else. */
export const passesForEmail = (name: string): boolean => identityKey(name).includes('@')
