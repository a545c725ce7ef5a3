import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { credentialOf, tokenOf } from '../../kit/credential.ts'

const randomLength = 16
const macLength = 16

/** A made-up token is refused without a look-up. */
export const createTokenSigner = (key: Buffer) => {
  const proofOf = (random: Buffer, secure: boolean): Buffer =>
    createHmac('sha256', key)
      .update(credentialOf('session', secure))
      .update(random)
      .digest()
      .subarray(0, macLength)

  return {
    issue(secure: boolean): string {
      const random = randomBytes(randomLength)
      return Buffer.concat([random, proofOf(random, secure)]).toString('base64url')
    },

    isIssued(credential: string): boolean {
      const token = tokenOf(credential)
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== randomLength + macLength) return false
      const proof = proofOf(bytes.subarray(0, randomLength), token !== credential)
      return timingSafeEqual(bytes.subarray(randomLength), proof)
    },
  }
}
