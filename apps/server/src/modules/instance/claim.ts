import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { Problem } from '@pennant/contract/problem'
import { delayLeft, judgeStart, type StartRefusal } from '@pennant/rules/instance/operation'
import type { Core } from '../../core/core.ts'
import type { GameChallenge } from '../../core/game/game.ts'
import type { Caller } from '../../core/identity/caller.ts'
import { logId } from './log.ts'
import type { ProviderState } from './provider-state.ts'
import type { QueueTicket, StartQueue } from './queue.ts'
import { stopOrRefuse, type Stopping } from './stop.ts'
import type { ClaimFacts, ClaimStore, InstanceKey } from './store-claim.ts'

type Parts = 'clock' | 'containers' | 'journal' | 'settings'

export type ClaimRequest = {
  key: InstanceKey
  challenge: Pick<GameChallenge, 'containerImage' | 'exposePort'>
  /** 0 for no limit. */
  limit: number
  teamName: string
  caller: Caller
}

export type Claim = { id: string; ticket: QueueTicket }

type Decision =
  | 'start'
  | { refused: StartRefusal; changedAt: Date | null }
  | { left: string }
  | { full: number; oldest: string | undefined }

const attempts = 5
// A waiting start must not count as expired, however long the queue is.
const waitingMs = 86_400_000
/** A dead process leaves its starts to the others after this time. */
export const startLeaseMs = 30_000

// Open transactions hold connections that other requests need.
const claimsAtOnce = 3

/** Refusals come in the order of the wire. `proxied`: players reach instances through this server only. */
export const createClaims = (
  core: Pick<Core, Parts>,
  claims: Pick<ClaimStore, 'claim'>,
  queue: Pick<StartQueue, 'reserve'>,
  stopping: Pick<Stopping, 'stop'>,
  provider: Pick<ProviderState, 'answers'>,
  proxied: boolean,
) => {
  const { clock, containers, journal, settings } = core
  const limited = pLimit(claimsAtOnce)

  const decide = (
    { present, others, changedAt }: ClaimFacts,
    { hasImage, hasRoom, limit }: { hasImage: boolean; hasRoom: boolean; limit: number },
  ): Decision => {
    const now = clock.now()
    const verdict = judgeStart({
      now,
      changedAt: changedAt?.getTime() ?? null,
      present:
        present === undefined
          ? null
          : { status: present.status, underWay: (present.leaseUntil?.getTime() ?? 0) > now },
      hasImage,
      hasProvider: containers.kind !== 'none',
      hasRoom,
      others: others.length,
      limit,
    })
    if (verdict === 'start') return verdict
    if (verdict === 'full')
      return { full: others.length, oldest: others.find(({ status }) => status === 'Running')?.id }
    if (verdict === 'left') return { left: present?.id ?? '' }
    return { refused: verdict, changedAt }
  }

  const attempt = async (
    { key, challenge }: ClaimRequest,
    { id, limit, hasRoom }: { id: string; limit: number; hasRoom: boolean },
  ): Promise<Decision> => {
    const image = imageOf(challenge)
    const row = pendingRow({ id, image: image?.image ?? '', proxied }, clock.now())
    const decision = await limited(() =>
      claims.claim<Decision>(key, row, (facts) =>
        decide(facts, { hasImage: image !== null, hasRoom, limit }),
      ),
    )
    if (decision === null) throw new Problem('challenge.notFound')
    return decision
  }

  const clear = async (id: string): Promise<void> => {
    await stopping.stop(id).catch(async () => {
      throw new Problem((await provider.answers()) ? 'instance.destroyFailed' : 'instance.unavailable')
    })
  }

  const makeRoom = async ({ key, teamName, caller }: ClaimRequest, id: string): Promise<void> => {
    await stopOrRefuse(core, stopping, { id })
    journal.done(
      caller,
      `Instance ${logId({ id })} of team ${teamName} in game ${key.gameId} stopped to make room`,
    )
  }

  // Returns the limit that then holds.
  const makeWay = async (
    request: ClaimRequest,
    decision: Exclude<Decision, 'start'>,
    limit: number,
  ): Promise<number> => {
    if ('refused' in decision) {
      expectDelayOver(decision.changedAt, clock.now())
      throw new Problem(decision.refused)
    }
    if ('left' in decision) {
      await clear(decision.left)
      return limit
    }
    const { full, oldest } = decision
    if (!settings.containerPolicy().autoDestroyOnLimitReached || oldest === undefined)
      throw new Problem('instance.limitReached', { limit })
    await makeRoom(request, oldest)
    // One instance is stopped for each that starts, even if there have been too many.
    return Math.max(limit, full)
  }

  return async (request: ClaimRequest): Promise<Claim> => {
    let { limit } = request
    for (let left = attempts; left > 0; left--) {
      const id = randomUUID()
      const ticket = queue.reserve()
      let decision: Decision | undefined
      try {
        decision = await attempt(request, { id, limit, hasRoom: ticket !== null })
      } finally {
        if (decision !== 'start') ticket?.leave()
      }
      if (decision !== 'start') limit = await makeWay(request, decision, limit)
      else if (ticket !== null) return { id, ticket }
    }
    throw new Problem('instance.stopping')
  }
}

export const imageOf = ({
  containerImage,
  exposePort,
}: ClaimRequest['challenge']): { image: string; port: number } | null => {
  const image = containerImage?.trim() ?? ''
  return image === '' || exposePort === null ? null : { image, port: exposePort }
}

export const pendingRow = (
  { id, image, proxied }: { id: string; image: string; proxied: boolean },
  now: number,
) => ({
  id,
  image,
  is_proxied: proxied,
  started_at: new Date(now),
  expect_stop_at: new Date(now + waitingMs),
  lease_until: new Date(now + startLeaseMs),
})

export const expectContainer = ({ type }: Pick<GameChallenge, 'type'>): void => {
  if (type !== 'StaticContainer' && type !== 'DynamicContainer') throw new Problem('instance.notContainer')
}

export const expectDelayOver = (changedAt: Date | null, now: number): void => {
  const left = delayLeft(changedAt?.getTime() ?? null, now)
  if (left > 0) throw new Problem('instance.tooSoon', { seconds: Math.ceil(left / 1000) })
}

export type MakeClaim = ReturnType<typeof createClaims>
