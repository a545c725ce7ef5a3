import { createPublicKey, verify } from 'node:crypto'
import { parseTeamToken, signedTeamText } from '@pennant/rules/team/team-token'

const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')
const standardBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const decode = (text: string): Buffer | null =>
  standardBase64.test(text) ? Buffer.from(text, 'base64') : null

/** Whether `token` was signed by the game whose public key this is; `malformed` when it is no such thing. */
export const checkTeamToken = (token: string, publicKey: string): 'right' | 'wrong' | 'malformed' => {
  const key = decode(publicKey)
  const parsed = parseTeamToken(token)
  const signature = parsed === null ? null : decode(parsed.signature)
  if (key?.length !== 32 || parsed === null || signature === null) return 'malformed'
  const text = Buffer.from(signedTeamText(parsed.teamId))
  try {
    const spki = createPublicKey({ key: Buffer.concat([publicPrefix, key]), format: 'der', type: 'spki' })
    return signature.length === 64 && verify(null, text, spki, signature) ? 'right' : 'wrong'
  } catch {
    return 'wrong'
  }
}
