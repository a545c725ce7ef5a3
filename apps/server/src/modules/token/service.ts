import { v7 as uuidv7 } from 'uuid'
import { Problem } from '@pennant/contract/problem'
import { atLeast, type Role } from '@pennant/contract/enums'
import { coversScopes, coversMonitorHub } from '@pennant/contract/scope'
import { tokenScopes, type ApiToken, type TokenScope } from '@pennant/contract/token'
import type { Core } from '../../core/core.ts'
import type { Actor } from '../../core/audit/audit.ts'
import type { Caller, Principal } from '../../core/identity/caller.ts'
import type { ApiTokenRow } from '../../ports/database.ts'
import { factorlessOf, lacksFactor } from '../../core/identity/factorless.ts'
import { createSigningKey, readToken, signToken, type SigningKey } from '../../core/identity/signed-token.ts'
import {
  createTokenStore,
  type StoredToken,
  type TokenWithRole,
} from '../../core/identity/api-token-store.ts'

/** Hubs of all processes look again at what the subject hears. */
export const accessChanged = 'token.revoked'
export type AccessChange = { subject: string }

const dayMs = 86_400_000
const usedEveryMs = 10_000

export const createTokens = (core: Pick<Core, 'audit' | 'bus' | 'clock' | 'db' | 'journal' | 'settings'>) => {
  const { audit, bus, clock, journal, settings } = core
  const store = createTokenStore(core.db)

  let key: Promise<SigningKey> | undefined
  const signingKey = (): Promise<SigningKey> => {
    key ??= settings.keyPair('ApiToken', createSigningKey).catch((error: unknown) => {
      key = undefined
      throw error
    })
    return key
  }

  const read = async <T extends ApiTokenRow>(
    token: string,
    find: (id: string) => Promise<T | undefined>,
  ): Promise<T | null> => {
    const payload = readToken(token, (await signingKey()).publicKey)
    if (payload === null || !guid.test(payload.jti)) return null
    const now = clock.now()
    const row = await find(payload.jti)
    if (row === undefined || row.revoked) return null
    if (row.expires_at !== null && row.expires_at.getTime() <= now) return null
    return payload.exp !== undefined && payload.exp * 1000 <= now ? null : row
  }

  const hears = (role: Role, row: TokenWithRole): boolean =>
    atLeast(role, 'Monitor') && !lacksFactor(factorlessOf(row), settings.accountPolicy(), clock.now())

  return {
    async create(
      sent: { name: string; expiresIn?: number | null; scopes?: readonly TokenScope[] | null },
      caller: Actor,
      owner: Pick<Principal, 'userId' | 'userName'>,
    ): Promise<{ token: string; info: ApiToken }> {
      const scopes = inOrder(sent.scopes ?? [])
      const id = uuidv7()
      const now = clock.now()
      const days = sent.expiresIn ?? 0
      const expiresAt = days === 0 ? null : new Date(now + days * dayMs)
      expectCovered(caller, { scopes, expires_at: expiresAt })
      const row = {
        id,
        name: sent.name,
        creator_id: owner.userId,
        created_at: new Date(now),
        expires_at: expiresAt,
        last_used_at: null,
        revoked: false,
        scopes,
      }
      const token = signToken(
        {
          jti: id,
          iat: Math.floor(now / 1000),
          ...(row.expires_at === null ? {} : { exp: Math.floor(row.expires_at.getTime() / 1000) }),
        },
        await signingKey(),
      )
      await store.atomically(async (db) => {
        await createTokenStore(db).insert(row)
        await audit.record(db, caller, 'token.create', { id, name: row.name, after: stateOf(row) })
      })
      journal.done(
        caller,
        `API token ${sent.name} created${scopes.length === 0 ? '' : ` (${scopes.join(', ')})`}`,
      )
      return { token, info: presentToken({ ...row, creator: owner.userName }) }
    },

    list: async (): Promise<ApiToken[]> => (await store.all()).map(presentToken),

    async restore(id: string, caller: Caller): Promise<void> {
      await store.atomically(async (db) => {
        const tx = createTokenStore(db)
        const row = await tx.hold(id)
        if (row === undefined) throw new Problem('token.notFound')
        expectCovered(caller, row)
        await tx.setRevoked(id, false)
        const states = { before: stateOf(row), after: stateOf({ ...row, revoked: false }) }
        await audit.record(db, caller, 'token.restore', { id, name: row.name, ...states })
      })
      journal.done(caller, `API token ${id} restored`)
    },

    async revoke(id: string, forGood: boolean, caller: Actor): Promise<void> {
      const revoked = await store.atomically(async (db) => {
        const tx = createTokenStore(db)
        const row = await tx.hold(id)
        if (row === undefined) throw new Problem('token.notFound')
        await (forGood ? tx.delete(id) : tx.setRevoked(id, true))
        const after = forGood ? null : stateOf({ ...row, revoked: true })
        await audit.record(db, caller, 'token.revoke', { id, name: row.name, before: stateOf(row), after })
        return row
      })
      bus.publish<AccessChange>(accessChanged, { subject: subjectOf(revoked) })
      await bus.settled()
      journal.done(caller, `API token ${id} ${forGood ? 'deleted' : 'revoked'}`)
    },

    /** Returns the subject whose rights let the token hear what monitors hear; null if it may not. */
    async verify(token: string): Promise<string | null> {
      const row = await read(token, store.findWithRole)
      if (row === null || !coversMonitorHub(row.scopes)) return null
      if (row.scopes.length > 0 && (row.role === null || !hears(row.role, row))) return null
      await store.markUsed(row.id, new Date(clock.now()))
      return subjectOf(row)
    },

    /** With the current rights of its creator. */
    async authorize(token: string): Promise<Principal | null> {
      const row = await read(token, store.findWithRole)
      if (row === null || row.scopes.length === 0) return null
      const { id, creator_id: userId, creator, role, scopes, last_used_at: used, expires_at: expiresAt } = row
      if (userId === null || creator === null || role === null) return null
      const now = clock.now()
      if (used === null || Math.abs(now - used.getTime()) > usedEveryMs)
        await store.markUsed(id, new Date(now))
      return {
        sessionId: id,
        userId,
        userName: creator,
        role: roleOf(role, scopes),
        ...factorlessOf(row),
        token: { id, scopes, expiresAt },
      }
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>

// A token with scopes is nothing without its creator; one without scopes needs no creator, a rule of the wire.
const subjectOf = ({ id, creator_id: maker, scopes }: ApiTokenRow): string =>
  scopes.length > 0 && maker !== null ? maker : id

// A rule of the wire: each scope once, in order.
const inOrder = (scopes: readonly TokenScope[]): TokenScope[] =>
  [...new Set(scopes)].toSorted((one, other) => tokenScopes[one] - tokenScopes[other])

// A token can't create one with more scopes or a later end than its own.
const expectCovered = ({ principal }: Actor, wanted: Pick<ApiTokenRow, 'scopes' | 'expires_at'>): void => {
  const token = principal?.token
  if (token === undefined) return
  if (!coversScopes(token.scopes, wanted.scopes)) throw new Problem('auth.forbidden')
  if (token.expiresAt === null) return
  if (wanted.expires_at === null || wanted.expires_at > token.expiresAt) throw new Problem('token.outlives')
}

const roleOf = (role: Role, scopes: readonly TokenScope[]): Role =>
  scopes.every((scope) => scope === 'Monitor') && atLeast(role, 'Monitor') ? 'Monitor' : role

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

// When it was last used is no change, and its creator is somebody's name.
const stateOf = (row: ApiTokenRow) => {
  const { creator: _, lastUsedAt: __, ...state } = presentToken({ ...row, creator: null })
  return state
}

const presentToken = (row: StoredToken): ApiToken => ({
  id: row.id,
  name: row.name,
  creatorId: row.creator_id,
  creator: row.creator,
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at?.getTime() ?? null,
  lastUsedAt: row.last_used_at?.getTime() ?? null,
  isRevoked: row.revoked,
  ...(row.scopes.length === 0 ? {} : { scopes: row.scopes }),
})
