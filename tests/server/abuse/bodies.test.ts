import { gzipSync } from 'node:zlib'
import { limits } from '@pennant/contract/limit'
import type { Access, Route } from '@pennant/contract/route'
import { routes } from '@pennant/contract/routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleOf } from '../../kit/breadth.ts'
import { type Attempt, failures, refuseAll, send } from './audit.ts'
import { type Example, jsonType, type Request, requestOf, utf8, withBody } from './example.ts'
import { exampleOf } from './examples.ts'
import { createSetup, type Setup } from './setup.ts'

let setup: Setup
beforeAll(async () => {
  setup = await createSetup()
})
afterAll(() => setup.close())

const otherTypes = [
  '',
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/jsonp',
  'application',
  'nonsense; application/json',
  `application/${'x'.repeat(2000)}`,
]

const brokenTexts: Readonly<Record<string, string>> = {
  'nothing at all': '',
  'a brace': '{',
  'a member without a value': '{"a":}',
  'half a word': 'nul',
  'one quote': '"',
  'a comment': '{} // yes',
  'two values': '{} {}',
  'a trailing comma': '{"a":1,}',
  'single quotes': "{'a':1}",
  'a bare NUL': '{"a":"\0"}',
  'a number that is none': '{"a":01}',
  'a name of JavaScript': '{"a":NaN}',
  'ten thousand lists': '['.repeat(10_000),
  'ten thousand objects': '{"a":'.repeat(10_000),
  'ten thousand closed lists': '['.repeat(10_000) + ']'.repeat(10_000),
}

const mostBytes: Readonly<Record<Exclude<Access, 'admin'>, number>> = {
  anonymous: 65_536,
  session: 65_536,
  user: 262_144,
  monitor: 262_144,
}

const withBytes = (
  request: Request,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Request => ({
  ...request,
  headers,
  content: { type: request.content?.type ?? jsonType, bytes },
})

const attemptsWithBodies = function* (route: Route, example: Example): Generator<Attempt> {
  const { as } = example
  const request = requestOf(route, example)
  const bytes = request.content?.bytes ?? utf8('')
  for (const type of otherTypes)
    yield {
      says: `as ${type.slice(0, 40)}`,
      as,
      request: { ...request, content: { type, bytes } },
      status: 415,
    }
  const json = new TextDecoder().decode(bytes)
  for (const [says, text] of [
    ...Object.entries(brokenTexts),
    ['deep in what is passed over', tooDeep(json)] as const,
  ])
    yield { says, as, request: withBody(request, text), status: 400 }
  yield { says: 'no body', as, request: { ...request, content: undefined }, status: 415 }
  for (const [says, broken] of [
    ['broken UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ['UTF-16', Buffer.from(json, 'utf16le')],
  ] as const)
    yield { says, as, request: withBytes(request, new Uint8Array(broken)), status: 400 }
  for (const encoding of ['gzip', 'br', 'deflate', 'GZIP', 'identity, gzip', 'x'])
    yield {
      says: `packed by ${encoding}`,
      as,
      request: withBytes(request, new Uint8Array(gzipSync(bytes)), { 'content-encoding': encoding }),
      status: 415,
    }
  if (route.access === 'admin') return
  const padded = new Uint8Array(mostBytes[route.access] + 1).fill(0x20)
  padded.set(bytes)
  yield { says: 'one byte too much', as, request: withBytes(request, padded), status: 413 }
}

const tooDeep = (json: string): string => {
  const deep = '['.repeat(limits.jsonDepth) + ']'.repeat(limits.jsonDepth)
  return json.startsWith('{') ? extended(json, `"unknown":${deep}`) : `[${deep}]`
}

const sameBody: Readonly<Record<string, (json: string, route: Route) => string>> = {
  'with a byte order mark': (json) => `\uFEFF${json}`,
  'with blanks around': (json) => ` \r\n\t${json}\n `,
  'with escapes': (json) =>
    json.replace(/[a-z](?=\w*":)/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`),
  'with names in another case': (json) => json.replace(/"\w+":/g, (name) => name.toUpperCase()),
  'with unknown members': (json) =>
    extended(json, '"unknown":{"deep":[[[1]]]},"role":"Admin","id":1,"userId":"x"'),
  'with names that every object has': (json) =>
    extended(
      json,
      '"__proto__":{"role":"Admin","admin":true},"constructor":{"prototype":{"role":"Admin"}},"toString":1',
    ),
  'with names given twice': (json) => extended(json, '"unknown":1,"unknown":2'),
}

const extended = (json: string, members: string): string =>
  json.startsWith('{') ? json.replace('{', () => `{${members}${json === '{}' ? '' : ','}`) : json

const withJson = routes.filter(({ body }) => body !== undefined)

describe.each(withJson.map((route, turn) => [route.id, route, turn] as const))('%s', (_id, route, turn) => {
  it('refuses what is no JSON of the right size, and takes the example afterwards', async () => {
    const example = await exampleOf(route, setup)
    const { world = setup.world } = example
    expect(await refuseAll(world, route, sampleOf(attemptsWithBodies(route, example), turn))).toEqual([])
    const answer = await send(example.as, requestOf(route, example))
    expect(answer, answer.text).toMatchObject({ status: 200 })
    expect(failures(world)).toEqual([])
  })

  it('reads the same body however it is written', async () => {
    for (const [says, rewrite] of sampleOf(Object.entries(sameBody), turn)) {
      const example = await exampleOf(route, setup)
      const request = withBody(requestOf(route, example), rewrite(JSON.stringify(example.body), route))
      const answer = await send(example.as, request)
      expect(answer, `${says}: ${answer.text}`).toMatchObject({ status: 200 })
    }
    expect(({} as Record<string, unknown>)['role']).toBeUndefined()
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  })
})

describe('a member nobody asked for', () => {
  it('makes nobody an administrator', async () => {
    const { world } = setup
    const sneak = { role: 'Admin', Role: 3, emailConfirmed: true, ['__proto__']: { role: 'Admin' } }
    const account = { userName: 'sneaky', password: 'Passw0rd', email: 'sneaky@players.example' }
    const visitor = world.visitor()
    expect(await visitor.post('/api/account/register', { ...account, ...sneak })).toMatchObject({
      status: 200,
    })
    await visitor.put('/api/account/update', { bio: 'x', ...sneak })
    const { body } = await visitor.get<{ role: string }>('/api/account/profile')
    expect(body.role).toBe('User')
  })
})
