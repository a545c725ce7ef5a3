import { v7 as uuidv7 } from 'uuid'
import { Problem } from '@pennant/contract/problem'
import type { ApiToken } from '@pennant/contract/token'
import type { Principal } from '../../http/bind.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Journal } from '../../telemetry/journal.ts'
import { createSigningKey, readToken, signToken, type SigningKey } from './signed-token.ts'
import type { StoredToken, TokenStore } from './store.ts'

type Needs = {
  store: TokenStore
  clock: Clock
  journal: Journal
  /** The installation's key pair of that name, made when first asked for. */
  keyPair: (name: string, create: () => SigningKey) => Promise<SigningKey>
  /** Hears that a token opens nothing any more. */
  onClosed: (tokenId: string) => void
}

type Caller = { principal: Principal; address: string | null }

const dayMs = 86_400_000

export const createTokens = ({ store, clock, journal, keyPair, onClosed }: Needs) => {
  let key: Promise<SigningKey> | undefined
  const signingKey = (): Promise<SigningKey> => {
    key ??= keyPair('ApiToken', createSigningKey).catch((error: unknown) => {
      key = undefined
      throw error
    })
    return key
  }

  const note = (message: string, { principal, address }: Caller): void =>
    journal.write({ message, status: 'Success', name: principal.userName, address })

  return {
    async create(
      sent: { name: string; expiresIn?: number | null },
      caller: Caller,
    ): Promise<{ token: string; info: ApiToken }> {
      const id = uuidv7()
      const now = clock.now()
      const days = sent.expiresIn ?? 0
      const row = {
        id,
        name: sent.name,
        creator_id: caller.principal.userId,
        created_at: new Date(now),
        expires_at: days === 0 ? null : new Date(now + days * dayMs),
        last_used_at: null,
        revoked: false,
      }
      const token = signToken(
        {
          jti: id,
          iat: Math.floor(now / 1000),
          ...(row.expires_at === null ? {} : { exp: Math.floor(row.expires_at.getTime() / 1000) }),
        },
        await signingKey(),
      )
      await store.insert(row)
      note(`API token ${sent.name} created`, caller)
      return { token, info: presentToken({ ...row, creator: caller.principal.userName }) }
    },

    list: async (): Promise<ApiToken[]> => (await store.all()).map(presentToken),

    async restore(id: string, caller: Caller): Promise<void> {
      if (!(await store.setRevoked(id, false))) throw new Problem('token.notFound')
      note(`API token ${id} restored`, caller)
    },

    async revoke(id: string, forGood: boolean, caller: Caller): Promise<void> {
      const found = forGood ? await store.delete(id) : await store.setRevoked(id, true)
      if (!found) throw new Problem('token.notFound')
      onClosed(id)
      note(`API token ${id} ${forGood ? 'deleted' : 'revoked'}`, caller)
    },

    /** The token's id when it opens something now. */
    async verify(token: string): Promise<string | null> {
      const payload = readToken(token, (await signingKey()).publicKey)
      if (payload === null || !guid.test(payload.jti)) return null
      const now = clock.now()
      const row = await store.find(payload.jti)
      if (row === undefined || row.revoked) return null
      if (row.expires_at !== null && row.expires_at.getTime() <= now) return null
      if (payload.exp !== undefined && payload.exp * 1000 <= now) return null
      await store.markUsed(row.id, new Date(now))
      return row.id
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const presentToken = (row: StoredToken): ApiToken => ({
  id: row.id,
  name: row.name,
  creatorId: row.creator_id,
  creator: row.creator,
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at?.getTime() ?? null,
  lastUsedAt: row.last_used_at?.getTime() ?? null,
  isRevoked: row.revoked,
})
