import { createPrivateKey, sign } from 'node:crypto'
import { signedTeamText } from '@pennant/rules/team/team-token'

// An Ed25519 key in its DER wrapping is these bytes and then the seed.
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

export const signText = (text: string, seed: Buffer): string => {
  const key = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' })
  return sign(null, Buffer.from(text), key).toString('base64')
}

/** What tells services outside that somebody plays for the team; `seed` is the game's private key. */
export const teamToken = (teamId: number, seed: Buffer): string =>
  `${teamId}:${signText(signedTeamText(teamId), seed)}`
