import { roles, type Role } from '@pennant/contract/enums'
import { ratePolicies, type RateLimitName, type RatePolicy } from '@pennant/contract/limit'
import { ErrorBody, type ProblemCode } from '@pennant/contract/problem'
import type { Access, Route } from '@pennant/contract/route'
import { scopesOf } from '@pennant/contract/scope'
import type { Schema } from '@pennant/contract/schema'
import { cookieName } from '../session-cookie.ts'
import { failures, problemsOf } from './problems.ts'
import { createSchemaWriter, type WrittenSchema, type WriteSchema } from './schema.ts'

export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  tags: { name: string }[]
  paths: Record<string, Partial<Record<Verb, Operation>>>
  components: {
    schemas: Record<string, WrittenSchema>
    responses: Record<string, Response>
    securitySchemes: Record<string, object>
  }
  'x-rate-limit': RateLimit
}

export type Verb = 'get' | 'post' | 'put' | 'delete'

export type Operation = {
  operationId: string
  tags: [string]
  summary: string
  security: Record<string, string[]>[]
  'x-role'?: Role
  'x-rate-limit'?: RateLimit
  'x-open-limit'?: RateLimit
  'x-captcha'?: true
  parameters?: Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, Response | { $ref: string }>
}

export type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: WrittenSchema }
export type Content = Record<string, { schema: WrittenSchema }>
export type RateLimit = { name: RateLimitName | 'global' | 'open' } & RatePolicy

export type Response = {
  description: string
  headers?: Record<string, { description: string; schema: WrittenSchema }>
  content?: Content
  'x-problems'?: { code: ProblemCode; title: string }[]
}

export const describeRoutes = (
  routes: readonly Route[],
  names: ReadonlyMap<Schema, string>,
  title: (code: ProblemCode) => string,
): OpenApi => {
  const { write, components } = createSchemaWriter(names)
  const refuse = (codes: readonly ProblemCode[]): Response => ({
    description: codes.map((code) => `\`${code}\`: ${title(code)}`).join('\n\n'),
    content: {
      'application/json': {
        schema: { allOf: [write(ErrorBody), { type: 'object', properties: { code: { enum: [...codes] } } }] },
      },
    },
    'x-problems': codes.map((code) => ({ code, title: title(code) })),
  })

  const paths: OpenApi['paths'] = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [verbs[route.method]]: describeRoute(route, write, refuse) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pennant', version: '1', description: about },
    tags: [...new Set(routes.map(nounOf))].map((name) => ({ name })),
    paths,
    components: {
      responses: { Failure: refuse(failures) },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName(false),
          description: `Set by logging in. Over HTTPS, its name is \`${cookieName(true)}\`.`,
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token with one of the scopes of the call.',
        },
      },
      schemas: components(),
    },
    'x-rate-limit': { name: 'global', ...ratePolicies.global },
  }
}

const about = [
  'The HTTP API of a Pennant server.',
  'Member names are case-insensitive, and unknown members are ignored. Numbers and booleans can also be sent as text, enumeration values also as their numbers, and times, which are milliseconds since 1970-01-01 UTC, also as ISO 8601 text. Text lengths count UTF-16 units.',
  '`x-role` is the role that a call requires; a higher role can do everything a lower one can. The roles, from the lowest: ' +
    `${Object.keys(roles).join(', ')}. \`Banned\` stands for everyone who is logged in. Calls without \`x-role\` are open to everyone.`,
  'An API token acts for the user who created it, within its scopes: a call requires any one of the scopes in its `security`. Send the token as `Authorization: Bearer`.',
  '`x-rate-limit` counts per user or, without a login, per client address, in addition to the limit of the whole site. `x-open-limit` counts in place of that one, for `/api/account/session` only without a session, and for `/assets` not for images that the server has in memory. `x-captcha`: the member `challenge` of the body holds the answer to the captcha, if the site asks for one.',
  'Every refusal answers with `ErrorBody`: its `title` is in the language of `Accept-Language`, its `code` never changes.',
].join('\n\n')

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const satisfies Record<
  string,
  Verb
>

const nounOf = ({ id }: Route): string => id.split('.')[0] ?? id

const roleOf: Readonly<Record<Exclude<Access, 'anonymous'>, Role>> = {
  session: 'Banned',
  user: 'User',
  monitor: 'Monitor',
  admin: 'Admin',
}

const describeRoute = (
  route: Route,
  write: WriteSchema,
  refuse: (codes: readonly ProblemCode[]) => Response,
): Operation => {
  const { id, summary, access, limit, open, captcha } = route
  const parameters = [
    ...parametersOf('path', route.params, write),
    ...parametersOf('query', route.query, write),
  ]
  const content = contentOf(route, write)
  const refusals = [...problemsOf(route)].map(([status, codes]) => [String(status), refuse(codes)] as const)
  return {
    operationId: id,
    tags: [nounOf(route)],
    summary,
    security: access === 'anonymous' ? [] : [{ session: [] }, { token: [...scopesOf(route)] }],
    ...(access === 'anonymous' ? {} : { 'x-role': roleOf[access] }),
    ...(limit === undefined ? {} : { 'x-rate-limit': { name: limit, ...ratePolicies[limit] } }),
    ...(open === undefined ? {} : { 'x-open-limit': { name: 'open', ...ratePolicies.open } }),
    ...(captcha === undefined ? {} : { 'x-captcha': true }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(content === undefined ? {} : { requestBody: { required: true, content } }),
    responses: {
      ...answersOf(route, write),
      ...Object.fromEntries(refusals.map(([status, answer]) => [status, withHeaders(status, answer)])),
      default: { $ref: '#/components/responses/Failure' },
    },
  }
}

const withHeaders = (status: string, answer: Response): Response =>
  status === '429'
    ? {
        ...answer,
        headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
      }
    : answer

const parametersOf = (
  within: 'path' | 'query',
  schema: Schema | undefined,
  write: WriteSchema,
): Parameter[] =>
  Object.entries(schema?.properties ?? {}).map(([name, member]) => ({
    name,
    in: within,
    required: within === 'path' || (schema?.required?.includes(name) ?? false),
    schema: write(member),
  }))

const file: WrittenSchema = { type: 'string', format: 'binary' }

const contentOf = ({ body, upload }: Route, write: WriteSchema): Content | undefined => {
  if (body !== undefined) return { 'application/json': { schema: write(body) } }
  if (upload === undefined) return undefined
  const { field, many, maxBytes } = upload
  return {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { [field]: many === true ? { type: 'array', items: file } : file },
        ...(many === true ? {} : { required: [field] }),
        'x-max-bytes': maxBytes,
      },
    },
  }
}

const answersOf = ({ answer, method }: Route, write: WriteSchema): Record<string, Response> => {
  if (answer === 'nothing') return { 200: { description: 'Done. The body is empty.' } }
  if (answer === 'noContent') return { 204: { description: 'Done.' } }
  if (answer !== 'bytes')
    return { 200: { description: 'Done.', content: { 'application/json': { schema: write(answer) } } } }
  const whole = { description: 'The bytes.', content: { '*/*': { schema: file } } }
  // Generated each time: no ranges, no 304.
  if (method !== 'GET') return { 200: whole }
  return {
    200: whole,
    206: { description: 'The requested range.', content: { '*/*': { schema: file } } },
    304: { description: 'The client already has these bytes: `If-None-Match` contains their `ETag`.' },
    416: { description: 'The range is outside the content.' },
  }
}
