import type { Route } from '@pennant/contract/route'
import { routes } from '@pennant/contract/routes'
import { opensRoute } from '@pennant/contract/scope'
import { type TokenScope, tokenScopes } from '@pennant/contract/token'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../kit/client.ts'
import { type Attempt, failures, refuseAll } from './audit.ts'
import { type Example, requestOf, withBody } from './example.ts'
import { exampleOf } from './examples.ts'
import { createSetup, type Setup } from './setup.ts'

const scopes = Object.keys(tokenScopes) as TokenScope[]

let setup: Setup
/** Null for a token from before scopes. */
let programs: ReadonlyMap<TokenScope | null, Client>
beforeAll(async () => {
  setup = await createSetup()
  const made = [null, ...scopes].map(async (scope) => {
    const sent = { name: 'a token', scopes: scope === null ? null : [scope] }
    const { body } = await setup.admin.post<{ token: string }>('/api/tokens', sent)
    return [scope, setup.world.visitor({ authorization: `Bearer ${body.token}` })] as const
  })
  programs = new Map(await Promise.all(made))
})
afterAll(() => setup.close())

const attempts = function* (route: Route, example: Example): Generator<Attempt> {
  const request = requestOf(route, example)
  const nonsense =
    request.content === undefined ? { ...request, query: 'count=x' } : withBody(request, '{"broken":')
  for (const [scope, as] of programs) {
    if (scope !== null && opensRoute([scope], route)) continue
    yield { says: `with a token for ${scope ?? 'nothing'}`, as, request }
    yield { says: `with a token for ${scope ?? 'nothing'} and nonsense`, as, request: nonsense }
  }
}

describe.each(
  routes.filter(({ access }) => access !== 'anonymous').map((route) => [route.id, route] as const),
)('%s', (_id, route) => {
  it('lets in no token that is for something else, and says so first', async () => {
    const example = await exampleOf(route, setup)
    expect(await refuseAll(setup.world, route, attempts(route, example))).toEqual([])
    expect(failures(setup.world)).toEqual([])
  })
})
