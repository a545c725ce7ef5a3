import { createHash, randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Authenticated, Principal } from '../../http/bind.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SessionStore, StoredSession } from './store.ts'

type Needs = { store: SessionStore; clock: Clock; bus: Bus; lifetimeMs: number; cacheSize?: number }

export type BegunSession = { token: string; expiresAt: Date }
type Origin = { address: string | null; agent: string }

type Known = { session: StoredSession; principal: Principal; loadedAt: number }
type Change = { userId: string }

/** A change is heard over the bus; these bound what a lost message or a silent bus can cost. */
const trustMs = 60_000
const trustWithoutBusMs = 1_000
const topic = 'session.changed'

/**
 * Sessions are random tokens, stored hashed. They are answered from memory and forgotten, in every
 * process, the moment something about their user changes.
 */
export const createSessions = ({ store, clock, bus, lifetimeMs, cacheSize = 20_000 }: Needs) => {
  const known = new Map<string, Known>()
  const keysOfUser = new Map<string, Set<string>>()
  const listeners = new Set<(userId: string) => void>()
  /** Counts changes, so that an answer of the database from before one is not kept. */
  let changes = 0

  const forget = (key: string): void => {
    const entry = known.get(key)
    if (entry === undefined) return
    known.delete(key)
    const keys = keysOfUser.get(entry.session.user_id)
    keys?.delete(key)
    if (keys?.size === 0) keysOfUser.delete(entry.session.user_id)
  }

  const forgetUser = (userId: string): void => {
    changes++
    for (const key of [...(keysOfUser.get(userId) ?? [])]) forget(key)
    for (const listener of listeners) listener(userId)
  }

  const remember = (key: string, entry: Known): void => {
    forget(key)
    known.set(key, entry)
    const keys = keysOfUser.get(entry.session.user_id) ?? new Set()
    keysOfUser.set(entry.session.user_id, keys.add(key))
    const oldest = known.keys().next()
    if (known.size > cacheSize && oldest.done !== true) forget(oldest.value)
  }

  const stopListening = bus.subscribe<Change>(topic, ({ userId }) => forgetUser(userId))
  const stopGaps = bus.onGap(() => {
    changes++
    known.clear()
    keysOfUser.clear()
  })

  const load = async (key: string, hash: Buffer): Promise<Known | null> => {
    const before = changes
    const session = await store.find(hash)
    if (session === undefined) return null
    const entry: Known = { session, principal: principalOf(session), loadedAt: clock.now() }
    if (changes === before) remember(key, entry)
    return entry
  }

  const changed = (userId: string): void => {
    forgetUser(userId)
    bus.publish<Change>(topic, { userId })
  }

  const begin = async (userId: string, { address, agent }: Origin): Promise<BegunSession> => {
    const token = randomBytes(32).toString('base64url')
    const now = clock.now()
    const expiresAt = new Date(now + lifetimeMs)
    await store.insert({
      id: uuidv7(),
      token_hash: hashOf(token),
      user_id: userId,
      created_at: new Date(now),
      expires_at: expiresAt,
      ip: address ?? '',
      agent,
    })
    return { token, expiresAt }
  }

  return {
    begin,

    async authenticate(token: string): Promise<Authenticated | null> {
      if (!tokenShape.test(token)) return null
      const hash = hashOf(token)
      const key = hash.toString('base64')
      const now = clock.now()
      const cached = known.get(key)
      const trusted = bus.connected ? trustMs : trustWithoutBusMs
      const entry = cached !== undefined && now - cached.loadedAt < trusted ? cached : await load(key, hash)
      if (entry === null) return null
      const { session, principal } = entry
      const expiresAt = session.expires_at.getTime()
      if (expiresAt <= now) {
        forget(key)
        return null
      }
      if (expiresAt - now > lifetimeMs / 2) return { principal, renewed: null }
      const renewed = new Date(now + lifetimeMs)
      session.expires_at = renewed
      await store.extend(session.id, renewed)
      return { principal, renewed }
    },

    knows: (token: string): boolean => tokenShape.test(token) && known.has(hashOf(token).toString('base64')),

    async end(principal: Principal): Promise<void> {
      await store.delete(principal.sessionId)
      changed(principal.userId)
    },

    async endAll(userId: string): Promise<void> {
      await store.deleteOfUser(userId)
      changed(userId)
    },

    /** Ends every session of the user and begins a new one for the caller. */
    async renew(userId: string, origin: Origin): Promise<BegunSession> {
      await store.deleteOfUser(userId)
      const begun = await begin(userId, origin)
      changed(userId)
      return begun
    },

    /** To be called whenever name, role or existence of a user changed. */
    changed,

    onChange(listener: (userId: string) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    sweep: (): Promise<number> => store.deleteExpired(new Date(clock.now())),

    close(): void {
      stopListening()
      stopGaps()
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>

const tokenShape = /^[\w-]{43}$/
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const principalOf = (session: StoredSession): Principal => ({
  sessionId: session.id,
  userId: session.user_id,
  userName: session.name,
  role: session.role,
})
