import { randomBytes } from 'node:crypto'

/** The secret part of a team's invite code. */
export const newInviteToken = (): string => randomBytes(16).toString('hex')
