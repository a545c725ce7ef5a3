import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problems } from '@pennant/contract/problem'
import { routes } from '@pennant/contract/routes'
import { registerOpenApi } from './openapi.ts'
import type { OpenApi, Operation, Response, Verb } from './openapi/document.ts'

let app: FastifyInstance
let document: OpenApi
beforeAll(async () => {
  app = fastify()
  registerOpenApi(
    app,
    routes,
    (code) => `title of ${code} <&>`,
    async () => undefined,
  )
  document = (await app.inject('/openapi/v1.json')).json<OpenApi>()
})
afterAll(() => app.close())

const operation = (verb: Verb, path: string): Operation => {
  const found = document.paths[path]?.[verb]
  if (found === undefined) throw new Error(`${verb} ${path} is not described`)
  return found
}

const answer = ({ responses }: Operation, status: number): Response => {
  const found = responses[status]
  if (found === undefined || '$ref' in found) throw new Error(`${status} is not described`)
  return found
}

const codes = (one: Operation, status: number) => answer(one, status)['x-problems']?.map(({ code }) => code)

describe('the description for programs', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('refers to nothing that is not there', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)]
    expect(references.length).toBeGreaterThan(50)
    for (const [, kind, name] of references)
      expect(Object.keys(document.components[kind as 'schemas']), name).toContain(name)
  })

  it('holds every route once, under its own name and its noun', () => {
    const operations = Object.values(document.paths).flatMap((verbs) => Object.values(verbs))
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      routes.map(({ id }) => id).toSorted(),
    )
    for (const { operationId, tags } of operations) expect(operationId.startsWith(`${tags[0]}.`)).toBe(true)
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(['account', 'team', 'file']))
  })

  it('says what a route asks for: role, limit, captcha', () => {
    const register = operation('post', '/api/account/register')
    expect(register.security).toEqual([])
    expect(register).not.toHaveProperty('x-role')
    expect(register).toMatchObject({
      'x-captcha': true,
      'x-rate-limit': { name: 'register', permits: 20, windowMs: 150_000 },
    })
    expect(operation('get', '/api/admin/users')).toMatchObject({
      'x-role': 'Admin',
      security: [{ session: [] }, { token: ['Everything', 'Read', 'Users'] }],
    })
    expect(operation('post', '/api/account/logout')).toMatchObject({ 'x-role': 'Banned' })
    expect(operation('post', '/api/team')).toMatchObject({
      'x-role': 'User',
      'x-rate-limit': { kind: 'concurrency' },
    })
    expect(document.components.securitySchemes['session']).toMatchObject({
      in: 'cookie',
      name: 'pennant_session',
    })
    expect(document.components.securitySchemes['token']).toMatchObject({ type: 'http', scheme: 'bearer' })
    expect(document['x-rate-limit']).toMatchObject({ name: 'global', permits: 150 })
  })

  it('names the objects of the wire and refers to them', () => {
    expect(document.components.schemas).toMatchObject({
      ProfileUserInfoModel: { properties: { role: { $ref: '#/components/schemas/Role' } } },
      TeamInfoModel: {
        required: ['id', 'name', 'bio', 'avatar', 'locked'],
        properties: { members: { type: 'array', items: { $ref: '#/components/schemas/TeamUserInfoModel' } } },
      },
      ContainerInstanceModel: {
        properties: { team: { anyOf: [{ $ref: '#/components/schemas/TeamModel' }, { type: 'null' }] } },
      },
      RegisterModel: {
        properties: { password: { writeOnly: true, format: 'password', minLength: 1, maxLength: 1024 } },
      },
      Role: { type: 'string', enum: ['Banned', 'User', 'Monitor', 'Admin'], 'x-numbers': { Banned: 0 } },
    })
    expect(answer(operation('get', '/api/account/profile'), 200).content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/ProfileUserInfoModel' } },
    })
  })

  it('describes parameters and bodies of every kind', () => {
    expect(operation('post', '/api/team/{id}/kick/{userId}').parameters).toMatchObject([
      { name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int32' } },
      { name: 'userId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    ])
    expect(operation('get', '/api/admin/outbox').parameters).toMatchObject([
      { name: 'count', in: 'query', required: false, schema: { minimum: 0, maximum: 100, default: 50 } },
      { name: 'skip', in: 'query', required: false },
    ])
    expect(operation('post', '/api/team/accept').requestBody?.content).toMatchObject({
      'application/json': { schema: { type: 'string' } },
    })
    expect(operation('put', '/api/account/avatar').requestBody?.content).toEqual({
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['file'],
          properties: { file: { type: 'string', format: 'binary' } },
          'x-max-bytes': 3_145_728,
        },
      },
    })
    expect(operation('post', '/api/assets').requestBody?.content).toMatchObject({
      'multipart/form-data': { schema: { properties: { files: { type: 'array' } } } },
    })
    expect(Object.keys(answer(operation('get', '/assets/{hash}/{filename}'), 200).content ?? {})).toEqual([
      '*/*',
    ])
    expect(answer(operation('delete', '/api/team/{id}'), 200)).not.toHaveProperty('content')
  })

  it('groups what can go wrong by status, with the route and the fields', () => {
    const register = operation('post', '/api/account/register')
    expect(codes(register, 400)).toEqual(
      expect.arrayContaining([
        'request.malformed',
        'validation.required',
        'validation.email',
        'account.nameTaken',
      ]),
    )
    expect(codes(register, 400)).not.toContain('validation.phone')
    expect(codes(register, 403)).toEqual(['request.crossSite'])
    expect(codes(register, 415)).toEqual(['request.mediaType'])
    expect(Object.keys(register.responses)).not.toContain('401')
    expect(codes(operation('put', '/api/team/{id}'), 403)).toEqual([
      'request.crossSite',
      'auth.banned',
      'auth.forbidden',
      'team.notCaptain',
    ])
    expect(codes(operation('get', '/api/admin/config'), 401)).toEqual(['auth.required'])
    expect(answer(register, 429).headers).toHaveProperty('Retry-After')
    for (const { id, problems: declared = [], path, method } of routes)
      for (const code of declared)
        expect(
          codes(
            operation(method.toLowerCase() as Verb, path.replaceAll(/:(\w+)/g, '{$1}')),
            problems[code].status,
          ),
          id,
        ).toContain(code)
  })
})

describe('the page for people', () => {
  it('shows every route and every object, escaped', async () => {
    const { body, headers } = await app.inject('/openapi')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    for (const { id, path } of routes) {
      expect(body).toContain(`<h3 id="${id}">`)
      expect(body).toContain(path.replaceAll(/:(\w+)/g, '{$1}'))
    }
    for (const name of Object.keys(document.components.schemas)) expect(body).toContain(`id="object-${name}"`)
    expect(body).toContain('title of account.nameTaken &lt;&amp;&gt;')
    expect(body).not.toContain('<&>')
    expect(body).not.toMatch(/undefined|\[object|NaN/)
  })

  it('is sound HTML without anything from elsewhere', async () => {
    const { body } = await app.inject('/openapi/v1')
    expect(body).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|\sstyle=|https?:\/\//i)
    const ids = [...body.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of body.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
    for (const element of [
      'article',
      'section',
      'table',
      'tbody',
      'tr',
      'td',
      'dl',
      'dd',
      'details',
      'ul',
      'main',
    ])
      expect(body.split(new RegExp(`<${element}[\\s>]`)).length, element).toBe(
        body.split(`</${element}>`).length,
      )
  })

  it('is allowed its own style sheet and nothing else', async () => {
    const { body, headers } = await app.inject('/openapi')
    const [, css = ''] = /<style>([\s\S]*?)<\/style>/.exec(body) ?? []
    expect(css.length).toBeGreaterThan(500)
    const hash = createHash('sha256').update(css).digest('base64')
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
  })
})

describe.each(['/openapi/v1.json', '/openapi', '/openapi/v1'])('%s', (path) => {
  it('is not sent again to who has it', async () => {
    const { etag = '' } = (await app.inject(path)).headers
    expect(etag).toMatch(/^W\/"[\w-]{16}"$/)
    const again = await app.inject({ url: path, headers: { 'if-none-match': `"other", ${etag}` } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const other = await app.inject({ url: path, headers: { 'if-none-match': '"other"' } })
    expect(other.statusCode).toBe(200)
  })

  it('is sent compressed to who can read that', async () => {
    const plain = await app.inject(path)
    const packed = await app.inject({ url: path, headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  })
})
