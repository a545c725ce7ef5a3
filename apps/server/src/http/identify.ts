import type { Authenticated } from '../core/identity/caller.ts'
import type { OpenLimit } from './limit.ts'

export type Found = { token: string; authenticated: Authenticated }

type Asked = { address: string | null; prolong: boolean }

/**
 * Whose session a request shows, of all the tokens that it shows: undefined when none of them opens something, or
 * more than one. Throws `request.tooMany` instead of guessing.
 */
export type Identify = (tokens: readonly string[], asked: Asked) => Promise<Found | undefined>

type Needs = {
  /** What `authenticate` would answer; undefined when finding out costs a trip to the database. */
  recall(token: string, options: { prolong: boolean }): Authenticated | undefined
  /** False when nobody has come with that token lately. */
  knows(token: string): boolean
  /** Whether the token proves that it has been issued. */
  isIssued(token: string): boolean
  /** False for a token that has certainly been made up. */
  mayExist(token: string): Promise<boolean>
  authenticate(token: string, options: { prolong: boolean }): Promise<Authenticated | null>
  limit: OpenLimit
}

export const createIdentify =
  ({ recall, knows, isIssued, mayExist, authenticate, limit }: Needs): Identify =>
  async (tokens, { address, prolong }) => {
    const [single, second] = tokens
    const known = single !== undefined && second === undefined ? recall(single, { prolong }) : undefined
    if (single !== undefined && known !== undefined) return { token: single, authenticated: known }
    const answers = await Promise.all(
      tokens.map(async (token): Promise<Found[]> => {
        if (!(await mayExist(token))) return []
        // What may be made up, and what is over, buys no more trips to the database than an address may ask for.
        if (!knows(token)) await limit(isIssued(token) ? 'session' : 'unsigned session', { address })
        const authenticated = await authenticate(token, { prolong })
        return authenticated === null ? [] : [{ token, authenticated }]
      }),
    )
    const [only, another] = answers.flat()
    return another === undefined ? only : undefined
  }
