import { createPrivateKey, sign } from 'node:crypto'
import { signedTeamText } from '@pennant/rules/team/team-token'

// The DER prefix of an Ed25519 key; the seed follows.
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

type Signing = {
  /** The game's private key. */
  seed: Buffer
  /** Null for the default. */
  text: string | null
}

export const teamTokens = ({ seed, text }: Signing): ((teamId: number) => string) => {
  const key = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' })
  return (teamId) =>
    `${teamId}:${sign(null, Buffer.from(signedTeamText(teamId, text)), key).toString('base64')}`
}
