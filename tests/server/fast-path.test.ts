import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi, type MockInstance } from 'vitest'
import { ratePolicies } from '@pennant/contract/limit'
import { memoryLimiter } from '../../apps/server/src/adapters/limiter/memory.ts'
import type { Limiter, LimitPolicy, Permit } from '../../apps/server/src/ports/limiter.ts'
import { byBreadth } from '../kit/breadth.ts'
import { createFastPathSetup, type Case, type FastPathSetup } from '../kit/fast-path-setup.ts'
import { pretendPeer, sendRaw, type RawRequest, type RawResponse } from '../kit/raw-request.ts'
import type { World } from '../kit/world.ts'

const roads = ['direct', 'proxy', 'proxy of a proxy', 'untrusted header', 'IPv6', 'malformed'] as const
const schemes = ['http', 'https', 'own machine'] as const
const states = ['off', 'first', 'last', 'queued', 'refused'] as const

type Combination = {
  road: (typeof roads)[number]
  scheme: (typeof schemes)[number]
  state: (typeof states)[number]
  each: Case
}
type Seen = { response: RawResponse; taken: Record<string, number>; times: string[]; noted: unknown[] }

let setup: FastPathSetup
let limiter: Limiter
const noted: unknown[] = []
const fastCounts: MockInstance<(route: string, why: string) => void>[] = []
const peers = new Map<World, (address: string) => void>()

beforeAll(async () => {
  setup = await createFastPathSetup()
  for (const world of Object.values(setup.worlds).flat()) {
    peers.set(world, pretendPeer(world.app.http.server))
    for (const ask of ['take', 'peek'] as const)
      vi.spyOn(world.adapters.limiter, ask).mockImplementation((...asked) => limiter[ask](...asked))
    const { ownLimiter } = world.adapters
    const take = ownLimiter.take.bind(ownLimiter)
    // Look-ups of sessions are counted apart, and not compared.
    vi.spyOn(ownLimiter, 'take').mockImplementation((name, policy, key) =>
      name === 'open' ? (limiter.take(name, policy, key) as Permit) : take(name, policy, key),
    )
    fastCounts.push(vi.spyOn(world.app.metrics, 'observeFast'))
    vi.spyOn(world.core.visits, 'note').mockImplementation((...visit) => void noted.push(visit))
    world.core.signals.on('challenge.opened', (...opened) => noted.push(opened))
    world.core.signals.on('file.downloaded', (...downloaded) => noted.push(downloaded))
  }
})
afterAll(() => setup.close())
afterEach(() => vi.useRealTimers())

// Whatever is counted, and by whom: all have what the state leaves them.
const limiterIn = (state: Combination['state'], onRefusal: (retryAfterMs: number) => void) => {
  // A wide one takes long to create.
  const counts = memoryLimiter(setup.worlds.off[0].clock, 64)
  const taken: Record<string, number> = {}
  const ask =
    (how: 'take' | 'peek'): Limiter['take'] =>
    (name, policy, key) => {
      const slot = `${name} ${key}`
      const left = state === 'first' ? policy : withOnePermit(policy)
      if (taken[slot] === undefined && (state === 'queued' || state === 'refused'))
        counts.take(name, left, key)
      taken[slot] ??= 0
      const permit = counts[how](name, left, key)
      if (!permit.ok) onRefusal(permit.retryAfterMs)
      else if (how === 'take') taken[slot]++
      return permit
    }
  return { limiter: { take: ask('take'), peek: ask('peek') }, taken }
}

const withOnePermit = (policy: LimitPolicy): LimitPolicy =>
  policy.kind === 'window' ? { ...policy, permits: 1 } : { ...policy, capacity: 1 }

const client = '203.0.113.9'
const proxied: Partial<Record<Combination['road'], string>> = {
  proxy: client,
  'proxy of a proxy': `${client}, 10.1.2.3`,
  IPv6: '2001:db8:1:2::9',
  malformed: 'unknown, ,_x:y',
}
const lies = {
  'x-forwarded-for': '198.51.100.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'localhost',
}

const prepared = ({ road, scheme, state, each }: Combination) => {
  const secure = scheme !== 'http'
  const forwardedFor = proxied[road]
  const world = setup.worlds[state === 'off' ? 'off' : 'on'][secure && forwardedFor === undefined ? 1 : 0]
  const host = scheme === 'own machine' ? 'localhost:8080' : 'ctf.example'
  const { route, path, version, body } = each
  const headers = {
    host: forwardedFor === undefined ? host : 'backend:8080',
    ...(forwardedFor === undefined
      ? {}
      : {
          'x-forwarded-for': forwardedFor,
          'x-forwarded-proto': secure ? 'https' : 'http',
          'x-forwarded-host': host,
        }),
    ...(road === 'untrusted header' ? lies : {}),
    ...setup.credentialsOf(each.who, secure),
    ...(body === undefined || 'transfer-encoding' in each.headers
      ? {}
      : { 'content-length': `${body.length}` }),
    ...(route.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...each.headers,
  }
  const request: RawRequest = { method: route.method, path, version, headers, body }
  return { world, request, peer: forwardedFor === undefined ? client : '127.0.0.1' }
}

const tagOf = ({ headers }: RawResponse): string =>
  headers.find((line) => line.startsWith('etag: '))?.slice('etag: '.length) ?? '*'

const send = async (combination: Combination, open: boolean): Promise<Seen> => {
  const { world, request, peer } = prepared(combination)
  const { http, metrics } = world.app
  peers.get(world)?.(peer)
  http.fastPath.open = open
  let refuse = (_retryAfterMs: number): void => undefined
  const refused = new Promise<number>((resolve) => {
    refuse = resolve
  })
  const counts = limiterIn(combination.state, (retryAfterMs) => refuse(retryAfterMs))
  ;({ limiter } = counts)
  const times: string[] = []
  const observed = vi.spyOn(metrics, 'observe')
  noted.length = 0
  const began = world.clock.now()
  if (combination.state === 'queued') vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answered = sendRaw(world.origin, request)
  if (combination.state === 'queued') {
    const retryAfterMs = await Promise.race([answered.then(() => 0), refused])
    await turns()
    world.clock.advance(61_000)
    // No longer: then the session is looked up again, within a time that must not seem to have passed.
    await vi.advanceTimersByTimeAsync(Math.max(50, retryAfterMs))
  }
  const response = await answered
  vi.useRealTimers()
  for (let turn = 0; turn < 100 && observed.mock.calls.length === 0; turn++) await turns()
  for (const [route, method, status] of observed.mock.calls) times.push(`${route} ${method} ${status}`)
  observed.mockRestore()
  world.clock.set(began)
  return { response: withoutId(response), taken: counts.taken, times, noted: [...noted] }
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

// Each submission gets a number of its own.
const withoutId = ({ start, headers, body }: RawResponse): RawResponse =>
  /^\d+$/.test(body)
    ? { start, headers: headers.filter((line) => !line.startsWith('content-length: ')), body: 'an id' }
    : { start, headers, body }

const bothWays = async (combination: Combination): Promise<Record<'fast' | 'ordinary', Seen>> => {
  // Held from here on, so that both find the same.
  if (combination.each.route.open === 'unlessHeld' && combination.state !== 'off')
    await send({ ...combination, state: 'first' }, false)
  const ordinary = await send(combination, false)
  return { ordinary, fast: await send(combination, true) }
}

const withTag = async (combination: Combination): Promise<Combination> => {
  const { each } = combination
  if (each.known !== true) return combination
  const { response } = await send({ ...combination, state: 'off' }, false)
  return { ...combination, each: { ...each, headers: { ...each.headers, 'if-none-match': tagOf(response) } } }
}

const everything = (): Combination[] =>
  roads.flatMap((road) =>
    schemes.flatMap((scheme) =>
      states.flatMap((state) => setup.cases.map((each) => ({ road, scheme, state, each }))),
    ),
  )

const combinationOf = (each: fc.Arbitrary<Case>): fc.Arbitrary<Combination> =>
  fc.record({
    road: fc.constantFrom(...roads),
    scheme: fc.constantFrom(...schemes),
    state: fc.constantFrom(...states),
    each,
  })

const someText = (...units: readonly string[]): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...units), maxLength: 8 })

const headerSets = fc.record(
  {
    'accept-encoding': someText('gzip', 'br', '*', 'identity', ';q=', '0', '0.5', ',', ' '),
    'accept-language': someText('de', '-DE', 'ja', 'en', '*', ';q=', '0.5', ',', ' '),
    'if-none-match': someText('W/', '"', 'a', '*', ',', ' '),
    'if-modified-since': fc.constantFrom('Fri, 01 Jan 2100 00:00:00 GMT', '0', 'yesterday', ''),
    cookie: someText('pennant_session', '__Host-', '=', ';', ' ', 'a', '.AspNetCore.Culture=c%3Dja-JP'),
    authorization: someText('Bearer', 'Basic', ' ', 'a.b', 'a'),
    range: someText('bytes', '=', '0', '-', '9', ','),
    'if-range': someText('"', 'a', 'W/'),
    'x-forwarded-for': someText('203.0.113.9', '10.1.2.3', '::1', '2001:db8::1', ',', ' ', ':80', 'x'),
    'x-forwarded-proto': someText('http', 'https', ',', ' ', 'S'),
    'x-forwarded-host': someText('localhost', 'ctf.example', ',', ':8080', '[::1]', ' '),
    origin: fc.constantFrom('https://ctf.example', 'http://localhost', 'null', ''),
    'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', 'none', 'x'),
    'content-encoding': fc.constantFrom('identity', 'gzip', ''),
    'user-agent': someText('Mozilla', '/', '5.0', ' '),
    'x-no-compression': fc.constant('1'),
  },
  { requiredKeys: [] },
)

const ofAnyHeaders = (): fc.Arbitrary<Case> =>
  fc
    .tuple(fc.constantFrom(...setup.cases), headerSets)
    .map(([each, headers]) => ({ ...each, headers: headers as Record<string, string> }))

const labelOf = ({ road, scheme, state, each }: Combination): string => {
  const { who, version, headers, body, path, route } = each
  return JSON.stringify([
    road,
    scheme,
    state,
    who,
    `${route.method} ${path} ${version}`,
    headers,
    body?.slice(0, 40),
  ])
}

const queueOf = ratePolicies.global as { queue: number }

const differences = async (combinations: readonly Combination[]): Promise<unknown[]> => {
  const found: unknown[] = []
  const { queue } = queueOf
  for (const drawn of combinations) {
    const combination = await withTag(drawn)
    if (combination.state === 'refused') queueOf.queue = 0
    const { fast, ordinary } = await bothWays(combination)
    queueOf.queue = queue
    const [one, other] = [fast, ordinary].map((seen) => JSON.stringify(seen, null, 1).split('\n'))
    if (JSON.stringify(one) === JSON.stringify(other)) continue
    found.push({
      combination: labelOf(combination),
      fast: one?.filter((line) => !other?.includes(line)),
      ordinary: other?.filter((line) => !one?.includes(line)),
    })
    if (found.length > 5) break
  }
  return found
}

describe('the fast path and the framework', () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const drawn = (each: fc.Arbitrary<Case>, numRuns: number): Combination[] =>
    fc.sample(combinationOf(each), { seed, numRuns })

  it('answer, count, and note the same', { timeout: 1_800_000 }, async () => {
    const draw = (count: number) => (): Combination[] => drawn(fc.constantFrom(...setup.cases), count)
    const combinations = byBreadth(draw(400), draw(9_000), everything)()
    expect(await differences(combinations), `seed ${seed}`).toEqual([])
  })

  it('do so whatever the headers are', { timeout: 600_000 }, async () => {
    expect(await differences(drawn(ofAnyHeaders(), byBreadth(100, 2000))), `seed ${seed}`).toEqual([])
  })

  it('are both tried for every fast route', () => {
    const served = new Set(
      fastCounts.flatMap(({ mock }) =>
        mock.calls.flatMap(([route, why]) => (why === 'served' ? [route] : [])),
      ),
    )
    expect(setup.routes.map(({ path }) => path).filter((path) => !served.has(path))).toEqual([])
  })
})
