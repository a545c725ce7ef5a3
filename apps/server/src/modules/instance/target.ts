import { ratePolicies } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { LimitPolicy } from '../../ports/limiter.ts'
import type { CaptureFacts, RelayTargets } from '../../relay/target.ts'
import { createStoppedInstances } from './stop.ts'
import type { StoredTarget, TargetStore } from './store-target.ts'
import { createTargetLookup } from './target-lookup.ts'
import { createExpiringCache } from '../../kit/expiring-cache.ts'

export type TargetOptions = {
  countedAs(address: string | null): string | null
  policyAt(policy: LimitPolicy, address: string | null): LimitPolicy
  /** Called before every look-up; throws if there are too many. */
  onLookUp?(address: string | null): void
  captures: boolean
  pauseMs?: number
}

export type Targets = RelayTargets & { close(): void }

// Edits of what is recorded take effect after this time.
const knownMs = 10_000
const unknownMs = 1_000
const remembered = 10_000

/** Ids that exist are never limited, however many connections a browser opens; others count by address. */
export const createTargets = (
  { bus, clock, limiter }: Pick<Core, 'bus' | 'clock' | 'limiter'>,
  store: TargetStore,
  { countedAs, policyAt, onLookUp, captures, pauseMs }: TargetOptions,
): Targets => {
  const stopped = createStoppedInstances(bus)
  const known = createExpiringCache<string, StoredTarget>({ clock, keepMs: knownMs, most: remembered })
  const unknown = createExpiringCache<string, true>({ clock, keepMs: unknownMs, most: remembered })
  const lookup = createTargetLookup(store, pauseMs)
  const waiting = new Map<string, number>()

  const stopListening = [
    stopped.listen((id) => {
      known.delete(id)
      lookup.stopped(id)
    }),
    // A message that one is stopped may have been lost.
    bus.onGap(() => known.clear()),
  ]

  const ask = async (id: string, key: string | null, policy: LimitPolicy): Promise<StoredTarget | null> => {
    if (key === null || (await limiter.peek(limit, policy, key)).ok) return lookup.find(id, { hurry: true })
    const others = waiting.get(key) ?? 0
    if (others >= policy.queue) throw tooMany()
    waiting.set(key, others + 1)
    try {
      return await lookup.find(id, { hurry: false })
    } finally {
      const left = (waiting.get(key) ?? 1) - 1
      if (left === 0) waiting.delete(key)
      else waiting.set(key, left)
    }
  }

  const rowOf = async (id: string, address: string | null): Promise<StoredTarget | null> => {
    const row = known.get(id)
    if (row !== undefined) return row
    if (unknown.get(id) === true) return null
    onLookUp?.(address)
    const key = countedAs(address)
    const policy = policyAt(ratePolicies.global, address)
    const found = await ask(id, key, policy)
    if (found !== null) {
      known.set(id, found)
      return found
    }
    unknown.set(id, true)
    if (key !== null && !(await limiter.take(limit, policy, key)).ok) throw tooMany()
    return null
  }

  return {
    async find(id, kind, address) {
      const row = await rowOf(id, address)
      if (row === null || (kind === 'test' && !row.test)) return null
      const capture = kind === 'team' && captures ? captureOf(row) : null
      return { id: row.id, host: row.ip, port: row.port, capture }
    },
    onGone: stopped.listen,
    close() {
      for (const stop of stopListening) stop()
    },
  }
}

const limit = 'unknown container'

const tooMany = (): Problem => {
  const seconds = ratePolicies.global.windowMs / 1000
  return new Problem('request.tooMany', { seconds })
}

// Null if the challenge is not recorded or its team is gone.
const captureOf = (row: StoredTarget): CaptureFacts | null => {
  const { participation_id, team_id, team_name, challenge_id, challenge_title } = row
  if (row.records !== true || participation_id === null || team_id === null || team_name === null) return null
  if (challenge_id === null || challenge_title === null) return null
  return {
    challengeId: challenge_id,
    challengeTitle: challenge_title,
    participationId: participation_id,
    teamId: team_id,
    teamName: team_name,
    runtimeId: row.runtime_id,
    flag: row.flag,
  }
}
