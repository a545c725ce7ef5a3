import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '@pennant/contract/route'
import { routes } from '@pennant/contract/routes'
import { opensRoute } from '@pennant/contract/scope'
import { tokenScopes, type TokenScope } from '@pennant/contract/token'
import type { Client } from '../../kit/client.ts'
import { failures, refuseAll, type Attempt } from './audit.ts'
import { requestOf, withBody, type Example } from './example.ts'
import { exampleOf } from './examples.ts'
import { createPlace, type Place } from './place.ts'

const scopes = Object.keys(tokenScopes) as TokenScope[]

let place: Place
/** Null for a token from before scopes. */
let programs: ReadonlyMap<TokenScope | null, Client>
beforeAll(async () => {
  place = await createPlace()
  const made = [null, ...scopes].map(async (scope) => {
    const sent = { name: 'a token', scopes: scope === null ? null : [scope] }
    const { body } = await place.admin.post<{ token: string }>('/api/tokens', sent)
    return [scope, place.world.visitor({ authorization: `Bearer ${body.token}` })] as const
  })
  programs = new Map(await Promise.all(made))
})
afterAll(() => place.close())

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
    const example = await exampleOf(route, place)
    expect(await refuseAll(place.world, route, attempts(route, example))).toEqual([])
    expect(failures(place.world)).toEqual([])
  })
})
