import { join } from 'node:path'
import type { Route } from '@pennant/contract/route'
import { expect, vi } from 'vitest'
import { publicBoard } from '../../apps/server/src/core/game/public-board.ts'
import { patient } from './patient.ts'
import { createTestClock } from './clock.ts'
import { createOpenGame } from './open-game.ts'
import { samplePng } from './sample-image.ts'
import { createWorld, type Person, type World } from './world.ts'

/** Whose credentials a request shows. */
export type Who =
  | 'nobody'
  | 'player'
  | 'stranger'
  | 'banned'
  | 'made up'
  | 'renewed'
  | 'two'
  | 'without prefix'
  | 'token'

export type Case = {
  route: Route
  path: string
  who: Who
  version: '1.0' | '1.1'
  headers: Readonly<Record<string, string>>
  body?: string
  /** The client has the answer already. */
  known?: true
}

export type FastPathSetup = {
  /** Without and with limits; the second of each is at an address with HTTPS. */
  worlds: Readonly<Record<'off' | 'on', readonly [plain: World, secure: World]>>
  routes: readonly Route[]
  cases: readonly Case[]
  credentialsOf(who: Who, secure: boolean): Readonly<Record<string, string>>
  close(): Promise<void>
}

const proxies = {
  FORWARDED_OPTIONS__FORWARD_LIMIT: '2',
  FORWARDED_OPTIONS__KNOWN_NETWORKS: '10.0.0.0/8',
  FORWARDED_OPTIONS__KNOWN_PROXIES: '127.0.0.1',
}

export const createFastPathSetup = async (): Promise<FastPathSetup> => {
  const clock = createTestClock(Date.now())
  const plain = await createWorld({ clock, settings: proxies })
  const storage = { CONNECTION_STRINGS__STORAGE: `disk://path=${join(plain.dataFolder, 'files')}` }
  const another = (settings: Record<string, string>): Promise<World> =>
    plain.another({ settings: { ...proxies, ...storage, ...settings } })
  const [secure, counted, countedSecure] = [
    await another({ PUBLIC_URL: 'https://ctf.example' }),
    await another({ DISABLE_RATE_LIMIT: 'false' }),
    await another({ DISABLE_RATE_LIMIT: 'false', PUBLIC_URL: 'https://ctf.example' }),
  ]
  const worlds = { off: [plain, secure], on: [counted, countedSecure] } as const
  const things = await createThings(plain)
  const cookies = await createCookies(plain, things.people)
  const versionIn = async ({ core }: World): Promise<number | undefined> =>
    publicBoard(await core.games.must(things.open.game.id), 'everyone', clock.now())?.version
  const newest = await versionIn(plain)
  for (const world of [secure, counted, countedSecure])
    await vi.waitFor(async () => expect(await versionIn(world)).toBe(newest), patient)
  const routes = fastRoutesOf(plain)
  return {
    worlds,
    routes,
    cases: routes.flatMap((route) => casesOf(route, things)),
    credentialsOf(who, isSecure): Record<string, string> {
      if (who === 'nobody') return {}
      if (who === 'token') return { authorization: `Bearer ${things.token}` }
      return { cookie: cookies[isSecure ? 'secure' : 'plain'][who] }
    },
    async close() {
      for (const world of [countedSecure, counted, secure, plain]) await world.close()
    },
  }
}

const fastRoutesOf = ({ app }: World): Route[] =>
  app.modules.all
    .flatMap(({ routes }) => routes)
    .filter(({ fast }) => fast !== undefined)
    .map(({ route }) => route)

type Things = Awaited<ReturnType<typeof createThings>>

const createThings = async (world: World) => {
  const hour = 3_600_000
  const now = world.clock.now()
  const open = await createOpenGame(world)
  const hidden = await createOpenGame(world, { hidden: true })
  const coming = await createOpenGame(world, { start_at: new Date(now + hour) })
  const over = await createOpenGame(world, { end_at: new Date(now - 1) })
  for (const game of [hidden, coming, over]) await game.changed()
  const challenge = await open.challenge({
    content: 'Find the lighthouse. '.repeat(200),
    flags: ['flag{right}'],
  })
  for (let each = 0; each < 8; each++) await open.challenge()
  const teams = []
  for (let each = 0; each < 8; each++) teams.push(await open.team())
  const { player, team } = teams[0] ?? (await open.team())
  const people = {
    player,
    stranger: await world.person(),
    banned: (await open.team()).player,
    renewed: (await open.team()).player,
  }
  const submission = await open.submit(player, challenge, 'flag{wrong}')
  // Here, since a solve later on is heard of by one process after the other.
  await open.submit(player, challenge, 'flag{right}')
  const admin = await world.person('Admin')
  const post = (await admin.post<string>('/api/edit/posts', { title: 'News', content: 'Long. '.repeat(400) }))
    .body
  const avatar = await player.upload('PUT', `/api/team/${team.id}/avatar`, 'file', [
    { name: 'a.png', bytes: await samplePng() },
  ])
  const { token } = (
    await admin.post<{ token: string }>('/api/tokens', { name: 'reader', scopes: ['Everything'] })
  ).body
  return {
    open,
    hidden,
    coming,
    over,
    challenge,
    people,
    submission,
    post,
    avatar: String(avatar.body),
    token,
  }
}

type People = Things['people']

const createCookies = async (world: World, people: People) => {
  const cookiesOf = async (secure: boolean): Promise<Record<Exclude<Who, 'nobody' | 'token'>, string>> => {
    const logIn = async ({ userName, password }: Person): Promise<string> => {
      const answer = await fetch(`${world.origin}/api/account/login`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(secure ? { 'x-forwarded-for': '203.0.113.1', 'x-forwarded-proto': 'https' } : {}),
        },
        body: JSON.stringify({ userName, password }),
      })
      return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    }
    const player = await logIn(people.player)
    const name = player.slice(0, player.indexOf('='))
    return {
      player,
      stranger: await logIn(people.stranger),
      banned: await logIn(people.banned),
      renewed: await logIn(people.renewed),
      'made up': `${name}=${'a'.repeat(43)}`,
      two: `${name}=${'a'.repeat(43)}; ${player}`,
      'without prefix': player.replace('__Host-', ''),
    }
  }
  const cookies = { plain: await cookiesOf(false), secure: await cookiesOf(true) }
  const { banned, renewed } = people
  await world.db.updateTable('user').set({ role: 'Banned' }).where('id', '=', banned.id).execute()
  // Begun so long ago that the cookie is sent again for ten minutes after it was renewed.
  const [begun, halfOver] = [-4, 3].map((days) => new Date(world.clock.now() + days * 86_400_000))
  await world.db
    .updateTable('session')
    .set({ created_at: begun, expires_at: halfOver })
    .where('user_id', '=', renewed.id)
    .execute()
  for (const { id } of [banned, renewed]) await world.core.sessions.changed(id)
  return cookies
}

/** The ordinary one first. */
const pathsOf = ({ path, id }: Route, things: Things): string[] => {
  const { open, hidden, coming, over, challenge, submission, post, avatar } = things
  const nothing = 2_000_000_000
  const games = [open, hidden, coming, over].map(({ game }) => game.id)
  const values: Readonly<Record<string, readonly (number | string)[]>> = {
    id: path.startsWith('/api/posts/') ? [post, 'nothing'] : [...games, nothing],
    cid: [challenge.id, nothing],
    sid: [submission, 999_999_999],
    hash: [avatar.split('/')[2] ?? '', '0'.repeat(64), 'X'.repeat(64)],
    filename: ['avatar', 'a.txt', 'a.svg'],
  }
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  for (const name of names) if (values[name] === undefined) throw new Error(`${id}: what is ${name}?`)
  const pathWith = (name: string, value: number | string | undefined): string =>
    path.replaceAll(/:(\w+)/g, (_, one: string) => String(one === name ? value : values[one]?.[0]))
  return [
    pathWith('', undefined),
    ...names.flatMap((name) => (values[name] ?? []).slice(1).map((value) => pathWith(name, value))),
  ]
}

const flagOf = (flag: unknown): string => JSON.stringify({ flag })

/** The ordinary one first. */
const bodies: Readonly<Record<string, readonly string[]>> = {
  'submission.submit': [
    flagOf('flag{wrong}'),
    flagOf('flag{right}'),
    flagOf('  '),
    flagOf('x'.repeat(200)),
    flagOf('x'.repeat(2000)),
    flagOf('x'.repeat(300_000)),
    flagOf(null),
    flagOf(7),
    '{}',
    '[]',
    '{"flag":',
    `${'['.repeat(40)}${']'.repeat(40)}`,
    '"\xff"',
    `\xef\xbb\xbf${flagOf('flag{wrong}')}`,
    '',
  ],
}

type Headers = Readonly<Record<string, string>>

const languages: readonly Headers[] = [
  { 'accept-language': 'de-DE,de;q=0.9' },
  { 'accept-language': 'xx, ja;q=0.5' },
]
const encodings = ['gzip', 'br, gzip;q=0.5', 'br;q=0, gzip', 'identity', '*', 'deflate', ''].map(
  (accepted): Headers => ({ 'accept-encoding': accepted }),
)
const conditions: readonly Headers[] = [
  { 'if-none-match': '*' },
  { 'if-none-match': '"something else"' },
  { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
  { 'if-modified-since': 'nonsense' },
  { range: 'bytes=0-9' },
  { range: 'bytes=999999999-' },
]
const oddHeaders: readonly Headers[] = [
  { expect: '100-continue' },
  { upgrade: 'h2c', connection: 'upgrade' },
  { connection: 'close' },
  { connection: 'keep-alive' },
  { origin: 'https://elsewhere.example' },
  { origin: 'https://ctf.example' },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'cross-site' },
  { authorization: 'Basic YTpi' },
]
const otherPeople = ['stranger', 'banned', 'made up', 'renewed', 'two', 'without prefix', 'token'] as const

const casesOf = (route: Route, things: Things): Case[] => {
  const [path = '', ...otherPaths] = pathsOf(route, things)
  const [body, ...otherBodies] = route.body === undefined ? [] : (bodies[route.id] ?? [])
  if (route.body !== undefined && body === undefined) throw new Error(`${route.id}: what is its body?`)
  const usual: Case = {
    route,
    path,
    who: 'player',
    version: '1.1',
    headers: {},
    ...(body === undefined ? {} : { body }),
  }
  const withHeaders = (headers: Headers): Case => ({ ...usual, headers })
  const variants: Case[] = [
    usual,
    { ...usual, who: 'nobody' },
    { ...usual, version: '1.0' },
    ...otherPeople.map((who): Case => ({ ...usual, who })),
    ...otherPaths.flatMap((other): Case[] => [
      { ...usual, path: other },
      { ...usual, path: other, who: 'nobody' },
    ]),
    ...[
      `${path}?x=1`,
      `${path}?`,
      `${path}?form=minimal`,
      `${path}?since=1`,
      `${path}?Form=Full&division=9`,
      `${path}?form=odd`,
    ].map((other): Case => ({ ...usual, path: other })),
    ...[
      `${path}?form=minimal&form=full`,
      `${path}?form=`,
      `${path}?form=%6dinimal`,
      `${path}/`,
      path.toUpperCase(),
      path.replace('/', '/%2e/'),
    ].map((other): Case => ({ ...usual, path: other })),
    ...[...languages, ...encodings, ...oddHeaders].map(withHeaders),
    { ...withHeaders({ 'accept-encoding': 'gzip' }), version: '1.0' },
  ]
  if (route.method === 'GET')
    return [
      ...variants,
      ...conditions.map(withHeaders),
      ...conditions.map((headers) => withHeaders({ ...headers, 'accept-encoding': 'br' })),
      { ...usual, known: true },
      { ...usual, known: true, who: 'nobody', version: '1.0' },
      { ...usual, body: 'unasked for' },
    ]
  return [
    ...variants,
    ...otherBodies.map((other): Case => ({ ...usual, body: other })),
    ...['text/json; charset=utf-8', 'application/json;charset=utf-8', 'text/plain', ''].map((type) =>
      withHeaders({ 'content-type': type }),
    ),
    withHeaders({ 'content-encoding': 'gzip' }),
    {
      ...withHeaders({ 'transfer-encoding': 'chunked' }),
      body: `${(body ?? '').length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    },
  ]
}
