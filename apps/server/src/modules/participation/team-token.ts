import { createPrivateKey, sign } from 'node:crypto'
import { signedTeamText } from '@pennant/rules/team/team-token'

// An Ed25519 key in its DER wrapping is these bytes and then the seed.
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

type Signing = {
  /** The game's private key. */
  seed: Buffer
  /** What the game signs; null is the default. */
  text: string | null
}

/** Signs what tells services outside that somebody plays for a team. */
export const teamTokens = ({ seed, text }: Signing): ((teamId: number) => string) => {
  const key = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' })
  return (teamId) =>
    `${teamId}:${sign(null, Buffer.from(signedTeamText(teamId, text)), key).toString('base64')}`
}
