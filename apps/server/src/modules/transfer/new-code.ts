import { randomBytes } from 'node:crypto'

const codeBytes = 12

/** Letters, digits, `-` and `_`: what is taken everywhere. */
export const newInviteCode = (): string => randomBytes(codeBytes).toString('base64url')
