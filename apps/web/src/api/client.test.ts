import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { login } from '@pennant/contract/account'
import { latestPosts, readPost } from '@pennant/contract/post'
import { searchUsers } from '@pennant/contract/user'
import { type Api, createApi } from './client.ts'
import { ApiProblem } from './problem.ts'
import { createServerTime } from './server-time.ts'

type Asked = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const clientOf = async (
  ...answers: ((response: ServerResponse) => void)[]
): Promise<{ api: Api; asked: Asked[] }> => {
  const asked: Asked[] = []
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      const answer = answers[Math.min(asked.length, answers.length) - 1]
      answer?.(response)
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const api = createApi({
    origin: `http://127.0.0.1:${port}`,
    language: () => 'ko-KR',
    time: createServerTime(Date.now),
    fetch,
    localNow: Date.now,
    chance: () => 0.5,
  })
  return { api, asked }
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    response.end(JSON.stringify(body))
  }
const nothing = (response: ServerResponse): void => void response.end()

const problemOf = async (call: Promise<unknown>): Promise<ApiProblem> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiProblem) return error
  throw new Error('no problem', { cause: error })
}

describe('a call', () => {
  it('is what the contract says, in the language of the moment', async () => {
    const { api, asked } = await clientOf(json(200, []), json(200, {}), nothing, json(200, {}))
    await api.call(latestPosts)
    await api.call(readPost, { params: { id: 'a/b c' } })
    expect(await api.call(login, { body: { userName: 'me', password: 'secret' } })).toBeUndefined()
    await api.call(searchUsers, { query: { hint: 'ä&b' } })
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/posts/latest',
      'GET /api/posts/a%2Fb%20c',
      'POST /api/account/login',
      'POST /api/admin/users/search?hint=%C3%A4%26b',
    ])
    expect(asked[2]?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(asked[2]?.body ?? '')).toEqual({ userName: 'me', password: 'secret' })
    expect(new Set(asked.map(({ headers }) => headers['accept-language']))).toEqual(new Set(['ko-KR']))
  })

  it('is answered with the JSON of the server, and tells what time it is there', async () => {
    const { api } = await clientOf(
      json(200, [{ id: '1' }], { date: new Date(Date.now() + 3_600_000).toUTCString() }),
    )
    expect(await api.call(latestPosts)).toEqual([{ id: '1' }])
    expect(Math.abs(api.time.offset() - 3_600_000)).toBeLessThan(5_000)
  })

  it('that is refused says why, and which field is at fault', async () => {
    const body = { title: 'Too short', status: 400, code: 'validation.tooShort', field: 'userName' }
    const { api } = await clientOf(json(400, body))
    const problem = await problemOf(api.call(login, { body: { userName: '', password: '' } }))
    expect(problem).toMatchObject({ kind: 'refused', status: 400, title: 'Too short', field: 'userName' })
    expect(problem.is('validation.tooShort')).toBe(true)
  })

  it.each([
    ['an empty body', ''],
    ['a list', '[]'],
    ['a title that is no text', '{"title":{"a":1},"code":5,"field":null}'],
    ['a blank title', '{"title":"  "}'],
    ['broken JSON', '{"title":'],
  ])('that is refused with %s has no title', async (_, body) => {
    const { api } = await clientOf((response) => {
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end(body)
    })
    const problem = await problemOf(api.call(latestPosts))
    expect(problem).toMatchObject({ kind: 'refused', status: 404, title: null, code: null, field: null })
  })

  it.each([
    ['a page', 'text/html', '<title>Sign in</title>'],
    ['broken JSON', 'application/json', '[{'],
  ])('that is answered with %s cannot be read', async (_, type, body) => {
    const { api } = await clientOf((response) => {
      response.writeHead(200, { 'content-type': type })
      response.end(body)
    })
    expect(await problemOf(api.call(latestPosts))).toMatchObject({ kind: 'unreadable', status: 200 })
  })

  it('that only reads is tried again when the server is away for a moment', async () => {
    const { api, asked } = await clientOf(json(503, {}), json(200, []))
    expect(await api.call(latestPosts)).toEqual([])
    expect(asked).toHaveLength(2)
  })

  it('that changes something is never tried again', async () => {
    const { api, asked } = await clientOf(json(503, { title: 'Later' }))
    expect(await problemOf(api.call(login, { body: { userName: 'a', password: 'b' } }))).toMatchObject({
      status: 503,
    })
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['a number of seconds', '60'],
    ['a date', new Date(Date.now() + 60_000).toUTCString()],
  ])('that is to be repeated much later, by %s, says so at once', async (_, when) => {
    const { api, asked } = await clientOf(json(429, { title: 'Too often' }, { 'retry-after': when }))
    expect(await problemOf(api.call(latestPosts))).toMatchObject({ status: 429, title: 'Too often' })
    expect(asked).toHaveLength(1)
  })

  it('to nobody is unreachable', async () => {
    const { api } = await clientOf((response) => void response.destroy())
    expect(await problemOf(api.call(login, { body: { userName: 'a', password: 'b' } }))).toMatchObject({
      kind: 'unreachable',
      status: null,
    })
  })

  it('can be given up, which is no problem', async () => {
    const { signal, abort } = abortable()
    const { api } = await clientOf(() => abort())
    const call = api.call(latestPosts, { signal }).catch((error: unknown) => error)
    expect(await call).toMatchObject({ name: 'AbortError' })
  })
})

const abortable = (): { signal: AbortSignal; abort: () => void } => {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
