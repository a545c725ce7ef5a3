import type { Authenticated } from '../core/identity/caller.ts'
import type { OpenLimit } from './limit.ts'

export type Found = { token: string; authenticated: Authenticated }

type Asked = { address: string | null; prolong: boolean }

/** Undefined when no token is valid, or several are. Throws `request.tooMany` instead of guessing. */
export type Identify = (tokens: readonly string[], asked: Asked) => Promise<Found | undefined>

type Needs = {
  /** Undefined when it takes a database query. */
  recall(token: string, options: { prolong: boolean }): Authenticated | undefined
  knows(token: string): boolean
  isIssued(token: string): boolean
  /** False for a token that was certainly made up. */
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
        // Made-up and ended sessions cause no more database queries than one address may ask for.
        if (!knows(token)) limit(isIssued(token) ? 'session' : 'unsigned session', { address })
        const authenticated = await authenticate(token, { prolong })
        return authenticated === null ? [] : [{ token, authenticated }]
      }),
    )
    const [only, another] = answers.flat()
    return another === undefined ? only : undefined
  }
