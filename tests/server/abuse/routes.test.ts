import { roles } from '@pennant/contract/enums'
import type { Access, Route } from '@pennant/contract/route'
import { routes } from '@pennant/contract/routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byBreadth } from '../../kit/breadth.ts'
import { type Client, createClient } from '../../kit/client.ts'
import { type Attempt, failures, refuseAll, send } from './audit.ts'
import { type Example, type Request, requestOf, withBody } from './example.ts'
import { exampleOf } from './examples.ts'
import { createSetup, type Setup } from './setup.ts'
import { attemptsWithTokens, makePrograms, type Programs } from './tokens.ts'

let setup: Setup
let deadSessions: readonly (readonly [string, string])[]
let programs: Programs
beforeAll(async () => {
  setup = await createSetup()
  deadSessions = await makeDeadSessions(setup)
  programs = await makePrograms(setup)
})
afterAll(() => setup.close())

const makeDeadSessions = async ({ world, admin, newUser }: Setup) => {
  const loggedOut = await newUser()
  const tokenOf = (client: Client): string => client.cookie() ?? ''
  const dead: [string, string][] = [['of someone who has logged out', tokenOf(loggedOut)]]
  await loggedOut.post('/api/account/logout')

  const reset = await newUser()
  dead.push(['of someone whose password was reset', tokenOf(reset)])
  await admin.delete(`/api/admin/users/${reset.id}/password`)

  const renamed = await newUser()
  dead.push(['of someone who was renamed', tokenOf(renamed)])
  await admin.put(`/api/admin/users/${renamed.id}`, { userName: 'other name' })

  const deleted = await newUser()
  dead.push(['of someone who was deleted', tokenOf(deleted)])
  await admin.delete(`/api/admin/users/${deleted.id}`)

  const late = await newUser()
  dead.push(['that has run out', tokenOf(late)])
  await world.db
    .updateTable('session')
    .set({ expires_at: new Date(0) })
    .where('user_id', '=', late.id)
    .execute()
  await world.core.sessions.changed(late.id)

  return [
    ...dead,
    ['that nobody has', 'A'.repeat(43)],
    ['of nothing', '%00%0d%0aSet-Cookie: x=y'],
    ['of half a character', '%ff%fe'],
    ['that is far too long', 'A'.repeat(4000)],
    ['with a statement in it', "' or 1=1 --"],
  ] as const
}

const withCookie = (origin: string, value: string): Client => {
  const client = createClient(origin)
  client.setCookie(value)
  return client
}

const needed: Readonly<Record<Access, number>> = {
  anonymous: -1,
  session: roles.Banned,
  user: roles.User,
  monitor: roles.Monitor,
  admin: roles.Admin,
}

const tooLow = (route: Route, { world, banned, stranger, monitor }: Setup): [string, Client][] => {
  const people: [number, string, Client][] = [
    [-1, 'a visitor', world.visitor()],
    [roles.Banned, 'someone who is banned', banned],
    [roles.User, 'a user', stranger],
    [roles.Monitor, 'a monitor', monitor],
  ]
  return people.filter(([role]) => role < needed[route.access]).map(([, says, as]) => [says, as])
}

/** Access is checked before anything in the request. */
const nonsense = (request: Request): Request =>
  request.content === undefined ? { ...request, query: 'count=x' } : withBody(request, '{"broken":')

/** Another one each turn; with breadth, all. */
const inTurn = <T>(things: readonly T[], turn: number): readonly T[] =>
  byBreadth(
    things.filter((_, at) => at === turn % things.length),
    things,
  )

const attemptsAtTheDoor = function* (route: Route, example: Example, turn: number): Generator<Attempt> {
  const request = requestOf(route, example)
  for (const [says, as] of tooLow(route, setup)) {
    yield { says, as, request }
    yield { says: `${says} with nonsense`, as, request: nonsense(request) }
  }
  if (route.access === 'anonymous') return
  for (const [says, token] of inTurn(deadSessions, turn))
    yield { says: `with a session ${says}`, as: withCookie(setup.world.origin, token), request }
  yield* attemptsWithTokens(programs, route, [request, nonsense(request)], turn)
}

const elsewhere = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://127.0.0.1:1' },
  { origin: 'nonsense' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
] as const

const attemptsFromElsewhere = function* (route: Route, example: Example, turn: number): Generator<Attempt> {
  const { as } = example
  const request = requestOf(route, example)
  for (const headers of inTurn<(typeof elsewhere)[number]>(elsewhere, turn)) {
    yield { says: JSON.stringify(headers), as, request: { ...request, headers } }
    // Cross-site forms can send this without a preflight.
    const plain = { ...request, headers: { ...headers, 'content-type': 'text/plain' } }
    yield { says: `${JSON.stringify(headers)} as a form`, as, request: plain }
  }
}

describe.each(
  routes
    .filter(({ access }) => access !== 'anonymous')
    .map((route, turn) => [route.id, route, turn] as const),
)('%s', (_id, route, turn) => {
  it('lets in nobody below its role, no token that is for something else, and says so first', async () => {
    const example = await exampleOf(route, setup)
    const { world = setup.world } = example
    expect(await refuseAll(setup.world, route, attemptsAtTheDoor(route, example, turn))).toEqual([])
    expect(failures(world)).toEqual([])
  })
})

describe.each(
  routes.filter(({ method }) => method !== 'GET').map((route, turn) => [route.id, route, turn] as const),
)('%s', (_id, route, turn) => {
  it('does nothing for another site, and does it for its own', async () => {
    const example = await exampleOf(route, setup)
    const { world = setup.world } = example
    expect(await refuseAll(world, route, attemptsFromElsewhere(route, example, turn))).toEqual([])
    const own = { origin: world.origin, 'sec-fetch-site': 'same-origin' }
    const answer = await send(example.as, { ...requestOf(route, example), headers: own })
    expect(answer, answer.text).toMatchObject({ status: 200 })
    expect(failures(world)).toEqual([])
  })
})

describe('a session', () => {
  it('is a cookie that no other site sends and no script reads', async () => {
    const { userName, password } = setup.stranger
    const { headers } = await setup.world.visitor().post('/api/account/login', { userName, password })
    expect(headers.getSetCookie().join()).toMatch(/^pennant_session=[\w-]{43};/)
    expect(headers.getSetCookie().join()).toMatch(/; HttpOnly/)
    expect(headers.getSetCookie().join()).toMatch(/; SameSite=Lax/)
  })

  it('is found among broken and many other cookies', async () => {
    const token = setup.stranger.cookie() ?? ''
    const others = Array.from({ length: 200 }, (_, index) => `c${index}=v${index}`).join('; ')
    for (const cookie of [
      `=; ;;=x; "; ${others}; pennant_session=${token}`,
      `pennant_session=${token}; a=%E0%A4%A`,
    ]) {
      const { status } = await setup.world.visitor({ cookie }).get('/api/account/profile')
      expect(status, cookie.slice(0, 20)).toBe(200)
    }
  })
})
