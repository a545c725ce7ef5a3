import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { v7 as uuidv7 } from 'uuid'
import { Problem } from '@pennant/contract/problem'
import type { Authenticated, BegunSession, Origin, Principal } from './caller.ts'
import { credentialOf } from '../../kit/credential.ts'
import { bounded } from '../../kit/expiring-cache.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import { createBrowserMarks } from './browser-mark.ts'
import { factorlessOf } from './factorless.ts'
import { createTokenSigner } from './signature.ts'
import type { Signals } from '../signals.ts'
import type { SessionStore, StoredSession } from './session-store.ts'

type Needs = {
  store: SessionStore
  clock: Clock
  bus: Bus
  signals: Pick<Signals, 'emit'>
  /** The same in every process. */
  signingKey: Buffer
  lifetimeMs: number
  cacheSize?: number
}

export type SessionOwner = { id: string; stamp: string }

type Known = { session: StoredSession; principal: Principal; loadedAt: number }
type Change = { userId: string }

// Changes arrive over the bus; these bound the damage of a lost message or a silent bus.
const trustMs = 60_000
const trustWithoutBusMs = 1_000
// How long a renewed cookie is sent again: the first response with it may have been lost.
const repeatMs = 600_000
const unsignedTrustMs = 1_000
const topic = 'session.changed'

export const createSessions = ({
  store,
  clock,
  bus,
  signals,
  signingKey,
  lifetimeMs,
  cacheSize = 20_000,
}: Needs) => {
  const keysOfUser = new Map<string, Set<string>>()
  // By token: hashing it on every request would cost more than everything else here.
  const known = new LRUCache<string, Known>({
    ...bounded(cacheSize),
    dispose({ session: { user_id } }, key) {
      const keys = keysOfUser.get(user_id)
      keys?.delete(key)
      if (keys?.size === 0) keysOfUser.delete(user_id)
    },
  })
  // Counts changes, so that a database result from before a change is not kept.
  let changes = 0
  const signer = createTokenSigner(signingKey)
  const marks = createBrowserMarks(signingKey)

  const forgetUser = (userId: string): void => {
    changes++
    for (const key of [...(keysOfUser.get(userId) ?? [])]) known.delete(key)
    signals.emit('user.changed', userId)
  }

  const remember = (key: string, entry: Known): void => {
    known.delete(key)
    known.set(key, entry)
    const keys = keysOfUser.get(entry.session.user_id) ?? new Set()
    keysOfUser.set(entry.session.user_id, keys.add(key))
  }

  const stopListening = bus.subscribe<Change>(topic, ({ userId }) => forgetUser(userId))
  const stopGaps = bus.onGap(() => {
    changes++
    known.clear()
  })

  let unsigned: Promise<boolean> | undefined
  let unsignedAskedAt = 0
  const unsignedLeft = (): Promise<boolean> => {
    const now = clock.now()
    if (unsigned !== undefined && Math.abs(now - unsignedAskedAt) < unsignedTrustMs) return unsigned
    unsignedAskedAt = now
    unsigned = store.anyUnsigned(new Date(now))
    unsigned.catch(() => {
      unsigned = undefined
    })
    return unsigned
  }

  // Costs at most one small query a second.
  const mayExist = async (token: string): Promise<boolean> =>
    known.has(token) || signer.isIssued(token) || (tokenShape.test(token) && (await unsignedLeft()))

  const load = async (token: string): Promise<Known | null> => {
    if (!(await mayExist(token))) return null
    const before = changes
    const session = await store.find(hashOf(token))
    if (session === undefined) {
      known.delete(token)
      return null
    }
    const entry: Known = { session, principal: principalOf(session), loadedAt: clock.now() }
    if (changes === before) remember(copyOf(token), entry)
    return entry
  }

  const believed = (token: string, now: number): Known | undefined => {
    const entry = known.get(token)
    const trusted = bus.connected ? trustMs : trustWithoutBusMs
    return entry !== undefined && now - entry.loadedAt < trusted ? entry : undefined
  }

  // Resolves once the other processes know: then nobody gets in on what was true before.
  const changed = async (userId: string): Promise<void> => {
    forgetUser(userId)
    bus.publish<Change>(topic, { userId })
    await bus.settled()
  }

  const begin = async (
    owner: SessionOwner,
    { address, agent, secure }: Origin,
    insert = store.insert,
  ): Promise<BegunSession & { id: string }> => {
    const token = signer.issue(secure)
    const id = uuidv7()
    const now = clock.now()
    const expiresAt = new Date(now + lifetimeMs)
    const begun = await insert({
      id,
      token_hash: hashOf(credentialOf(token, secure)),
      user_id: owner.id,
      stamp: owner.stamp,
      created_at: new Date(now),
      expires_at: expiresAt,
      ip: address ?? '',
      agent,
    })
    // Deleted or changed since it was read: the caller must prove the password again.
    if (!begun) throw new Problem('auth.required')
    return { id, token, expiresAt, mark: marks.issue(owner) }
  }

  const isHalfOver = ({ expires_at: end }: StoredSession, now: number): boolean =>
    end.getTime() - now <= lifetimeMs / 2

  const latelyProlonged = (
    { created_at: begun, expires_at: end }: StoredSession,
    now: number,
  ): Date | null => {
    const since = lifetimeMs - (end.getTime() - now)
    const everProlonged = end.getTime() - lifetimeMs > begun.getTime()
    return everProlonged && since >= 0 && since < repeatMs ? end : null
  }

  // Null: the end stays as it is.
  const prolonged = async (session: StoredSession, now: number): Promise<Date | null | 'ended'> => {
    if (!isHalfOver(session, now)) return latelyProlonged(session, now)
    const expiresAt = new Date(now + lifetimeMs)
    if (!(await store.extend(session.id, expiresAt))) return 'ended'
    session.expires_at = expiresAt
    return expiresAt
  }

  return {
    begin: async (owner: SessionOwner, origin: Origin): Promise<BegunSession> => {
      const { token, expiresAt, mark } = await begin(owner, origin)
      return { token, expiresAt, mark }
    },

    /** Begins a session, and notes on the user's row that they logged in. */
    async logIn(owner: SessionOwner, origin: Origin): Promise<BegunSession> {
      const { token, expiresAt, mark } = await begin(owner, origin, (row) =>
        store.insertAtLogin(row, { at: row.created_at, ip: origin.address ?? '0.0.0.0' }),
      )
      return { token, expiresAt, mark }
    },

    markOf: marks.find,

    /** `prolong` only for a caller that can pass a new end on to the client. */
    async authenticate(token: string, { prolong = false } = {}): Promise<Authenticated | null> {
      if (!tokenShape.test(token)) return null
      const now = clock.now()
      const entry = believed(token, now) ?? (await load(token))
      if (entry === null) return null
      const { session, principal } = entry
      if (session.expires_at.getTime() <= now) {
        known.delete(token)
        return null
      }
      const renewed = prolong ? await prolonged(session, now) : null
      if (renewed !== 'ended') return { principal, renewed }
      known.delete(token)
      return null
    },

    /** Undefined when the answer takes a database query. */
    recall(token: string, { prolong = false } = {}): Authenticated | undefined {
      const now = clock.now()
      const entry = believed(token, now)
      if (entry === undefined) return undefined
      const { session, principal } = entry
      if (session.expires_at.getTime() <= now || (prolong && isHalfOver(session, now))) return undefined
      return { principal, renewed: prolong ? latelyProlonged(session, now) : null }
    },

    knows: (token: string): boolean => known.has(token),
    isIssued: (token: string): boolean => signer.isIssued(token),
    mayExist,

    async end(principal: Principal): Promise<void> {
      await store.delete(principal.sessionId)
      await changed(principal.userId)
    },

    async endAll(userId: string): Promise<void> {
      await store.deleteOfUser(userId)
      await changed(userId)
    },

    async renew(owner: SessionOwner, origin: Origin): Promise<BegunSession> {
      const { id, token, expiresAt, mark } = await begin(owner, origin)
      await store.deleteOfUser(owner.id, id)
      await changed(owner.id)
      return { token, expiresAt, mark }
    },

    /** Must be called whenever name, role, or existence of a user changes. */
    changed,

    sweep: (): Promise<number> => store.deleteExpired(new Date(clock.now())),

    close(): void {
      stopListening()
      stopGaps()
    },
  }
}

const tokenShape = /^(?:secure:)?[\w-]{43}$/
// A slice of the header would keep the whole header in memory.
const copyOf = (token: string): string => Buffer.from(token, 'latin1').toString('latin1')
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const principalOf = (session: StoredSession): Principal => ({
  sessionId: session.id,
  userId: session.user_id,
  userName: session.name,
  role: session.role,
  ...factorlessOf(session),
  ...(session.rehearsal_id === null ? {} : { rehearsal: true }),
})
