import type { Authenticated } from './bind.ts'
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
  authenticate(token: string, options: { prolong: boolean }): Promise<Authenticated | null>
  limit: OpenLimit
}

export const createIdentify =
  ({ recall, knows, authenticate, limit }: Needs): Identify =>
  async (tokens, { address, prolong }) => {
    const [single, second] = tokens
    const known = single !== undefined && second === undefined ? recall(single, { prolong }) : undefined
    if (single !== undefined && known !== undefined) return { token: single, authenticated: known }
    // Made-up tokens must not buy trips to the database beyond what an address may ask.
    for (const token of tokens) if (!knows(token)) await limit('session', address)
    const answers = await Promise.all(tokens.map((token) => authenticate(token, { prolong })))
    const found = answers.flatMap((authenticated, place) =>
      authenticated === null ? [] : [{ token: tokens[place] ?? '', authenticated }],
    )
    return found.length === 1 ? found[0] : undefined
  }
