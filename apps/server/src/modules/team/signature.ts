import { createPublicKey, verify } from 'node:crypto'
import { parseTeamToken, signedTeamText, type TeamToken } from '@pennant/rules/team/team-token'

const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')
const standardBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const decode = (text: string): Buffer | null =>
  standardBase64.test(text) ? Buffer.from(text, 'base64') : null

export type SignedToken = Pick<TeamToken, 'teamId'> & { signature: Buffer; key: Buffer }

/** Null if either is malformed. */
export const readSignedToken = (token: string, publicKey: string): SignedToken | null => {
  const key = decode(publicKey)
  const parsed = parseTeamToken(token)
  const signature = parsed === null ? null : decode(parsed.signature)
  if (key?.length !== 32 || parsed === null || signature === null) return null
  return { teamId: parsed.teamId, signature, key }
}

/** `text` is what the key's game signs, null for the default. */
export const isGenuine = ({ teamId, signature, key }: SignedToken, text: string | null): boolean => {
  try {
    const spki = createPublicKey({ key: Buffer.concat([publicPrefix, key]), format: 'der', type: 'spki' })
    return signature.length === 64 && verify(null, Buffer.from(signedTeamText(teamId, text)), spki, signature)
  } catch {
    return false
  }
}
