import { limits } from './limit.ts'
import { route } from './route.ts'
import {
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

export const ApiToken = Model({
  id: Guid,
  name: Str,
  creatorId: Nullable(Guid),
  creator: Nullable(Str),
  createdAt: Time,
  expiresAt: Nullable(Time),
  lastUsedAt: Nullable(Time),
  isRevoked: Flag,
})
export type ApiToken = Static<typeof ApiToken>

export const createToken = route({
  id: 'token.create',
  method: 'POST',
  path: '/api/tokens',
  summary: 'Make an API token; its text is shown this once',
  access: 'admin',
  body: Model({
    name: Text({ required: true, max: limits.tokenName }),
    expiresIn: Maybe(IntBetween(0, limits.tokenDays)),
  }),
  answer: Model({ token: Str, info: ApiToken }),
})

export const listTokens = route({
  id: 'token.list',
  method: 'GET',
  path: '/api/tokens',
  summary: 'All API tokens',
  access: 'admin',
  answer: List(ApiToken),
})

export const restoreToken = route({
  id: 'token.restore',
  method: 'POST',
  path: '/api/tokens/:id/restore',
  summary: 'Undo a revocation',
  access: 'admin',
  params: GuidParam,
  answer: 'nothing',
  problems: ['token.notFound'],
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
