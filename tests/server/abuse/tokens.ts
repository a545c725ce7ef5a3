import type { Route } from '@pennant/contract/route'
import { opensRoute } from '@pennant/contract/scope'
import { type TokenScope, tokenScopes } from '@pennant/contract/token'
import { sampleOf } from '../../kit/breadth.ts'
import type { Client } from '../../kit/client.ts'
import type { Attempt } from './audit.ts'
import type { Request } from './example.ts'
import type { Setup } from './setup.ts'

/** By scope. Null for a token from before scopes. */
export type Programs = ReadonlyMap<TokenScope | null, Client>

const scopes = Object.keys(tokenScopes) as TokenScope[]

export const makePrograms = async ({ admin, world }: Setup): Promise<Programs> => {
  const made = [null, ...scopes].map(async (scope) => {
    const sent = { name: 'a token', scopes: scope === null ? null : [scope] }
    const { body } = await admin.post<{ token: string }>('/api/tokens', sent)
    return [scope, world.visitor({ authorization: `Bearer ${body.token}` })] as const
  })
  return new Map(await Promise.all(made))
}

/** With each that is for something else; without breadth with one for nothing, and another one each turn. */
export const attemptsWithTokens = function* (
  programs: Programs,
  route: Route,
  [request, nonsense]: readonly [Request, Request],
  turn: number,
): Generator<Attempt> {
  const others = scopes.filter((scope) => !opensRoute([scope], route))
  const tried = new Set([null, ...sampleOf(others, turn, others.length)])
  for (const [scope, as] of programs) {
    if (!tried.has(scope)) continue
    yield { says: `with a token for ${scope ?? 'nothing'}`, as, request }
    yield { says: `with a token for ${scope ?? 'nothing'} and nonsense`, as, request: nonsense }
  }
}
