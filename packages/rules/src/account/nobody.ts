import { identityKey } from './identity.ts'

const domain = '@moved-in.invalid'

/** For an account that needs an address of its own, and has none: no email can reach it. */
export const addressOfNobody = (userId: string): string => userId + domain

export const isOfNobody = (address: string): boolean => identityKey(address).endsWith(domain)
