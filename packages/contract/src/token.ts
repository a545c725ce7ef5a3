import { limits } from './limit.ts'
import { route } from './route.ts'
import {
  EnumOf,
  Flag,
  Guid,
  GuidParam,
  IntBetween,
  List,
  Maybe,
  Model,
  Nullable,
  Optional,
  Str,
  Text,
  Time,
  type Static,
} from './schema.ts'

/** Without a scope a token opens the hub of the monitors and nothing else, as compatible clients expect. */
export const tokenScopes = { Everything: 0, Read: 1, Games: 2, Monitor: 3, Users: 4, Platform: 5 } as const
export type TokenScope = keyof typeof tokenScopes

export const ApiToken = Model({
  id: Guid,
  name: Str,
  creatorId: Nullable(Guid),
  creator: Nullable(Str),
  createdAt: Time,
  expiresAt: Nullable(Time),
  lastUsedAt: Nullable(Time),
  isRevoked: Flag,
  /** Extension. */
  scopes: Optional(List(EnumOf(tokenScopes))),
})
export type ApiToken = Static<typeof ApiToken>

export const createToken = route({
  id: 'token.create',
  method: 'POST',
  path: '/api/tokens',
  summary: 'Create an API token; its text is shown only once',
  access: 'admin',
  body: Model({
    name: Text({ required: true, max: limits.tokenName }),
    expiresIn: Maybe(IntBetween(0, limits.tokenDays)),
    scopes: Maybe(List(EnumOf(tokenScopes), { max: 6 })),
  }),
  answer: Model({ token: Str, info: ApiToken }),
  problems: ['token.outlives'],
})

export const listTokens = route({
  id: 'token.list',
  method: 'GET',
  path: '/api/tokens',
  summary: 'List all API tokens',
  access: 'admin',
  answer: List(ApiToken),
})

export const restoreToken = route({
  id: 'token.restore',
  method: 'POST',
  path: '/api/tokens/:id/restore',
  summary: 'Restore a revoked API token',
  access: 'admin',
  params: GuidParam,
  answer: 'nothing',
  problems: ['token.notFound', 'token.outlives'],
})

export const revokeToken = route({
  id: 'token.revoke',
  method: 'DELETE',
  path: '/api/tokens/:id',
  summary: 'Revoke or, with `delete=true`, delete an API token',
  access: 'admin',
  params: GuidParam,
  query: Model({ delete: Optional(Flag) }),
  answer: 'nothing',
  problems: ['token.notFound'],
})
