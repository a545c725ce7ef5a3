import { randomUUID } from 'node:crypto'
import { Problem } from '@pennant/contract/problem'
import type { ContainerPolicy } from '@pennant/contract/setting'
import { judgeStart, type StartRefusal } from '@pennant/rules/instance/operation'
import type { Clock } from '../../ports/clock.ts'
import type { Containers } from '../../ports/containers.ts'
import type { HeldChallenge, Player } from '../../ports/held-game.ts'
import type { ContainerRow } from '../../ports/tables/container.ts'
import { expectContainer, expectDelayOver, whatOf, type Ask, type Asking } from './asking.ts'
import { imageOf, orderOf, type OrderSettings } from './order.ts'
import type { QueuePlace, StartQueue } from './queue.ts'
import { pendingRow } from './pending.ts'
import type { Starts } from './start.ts'
import type { ClaimFacts, ClaimStore } from './store-claim.ts'

export type OwnStartNeeds = {
  claims: Pick<ClaimStore, 'claim'>
  /** Gives the team its own flag if it has none yet; null where all have the same. */
  assignFlag(asking: Player & { challenge: HeldChallenge }): Promise<{ flag: string } | null>
  queue: Pick<StartQueue, 'reserve'>
  starts: Pick<Starts, 'begin'>
  /** Stops a container; throws `instance.destroyFailed`. */
  end(id: string): Promise<boolean>
  /** The same with another one of the team, so that there is room. */
  makeRoom(asking: Asking, id: string): Promise<void>
  /** Lets few transactions be under way at once: they hold connections that everybody else needs, too. */
  turn<T>(work: () => Promise<T>): Promise<T>
  provider: Containers['kind']
  policy(): ContainerPolicy
  settings: OrderSettings
  clock: Clock
}

type Decision =
  | 'start'
  | { refused: StartRefusal; changedAt: Date | null }
  | { left: string }
  | { full: number; oldest: string | undefined }

const minuteMs = 60_000
/** Something may have to be cleared away first, and something to make room; others may do the same. */
const attempts = 5

/** How a team gets an instance of a challenge. The checks come in the order of the wire. */
export const createOwnStart = (needs: OwnStartNeeds) => {
  const { claims, queue, starts, end, policy, settings, clock } = needs

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
      hasProvider: needs.provider !== 'none',
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
    { key, challenge }: Asking,
    { id, limit, place }: { id: string; limit: number; place: QueuePlace | null },
  ): Promise<Decision> => {
    const image = imageOf(challenge)
    const row = pendingRow({ id, image: image?.image ?? '', proxied: settings.proxied }, clock.now())
    const decision = await needs.turn(() =>
      claims.claim<Decision>(key, row, (facts) =>
        decide(facts, { hasImage: image !== null, hasRoom: place !== null, limit }),
      ),
    )
    if (decision === null) throw new Problem('challenge.notFound')
    return decision
  }

  const begin = (
    asking: Asking,
    id: string,
    place: QueuePlace,
    flag: string | null,
  ): Promise<ContainerRow> => {
    const { key, participation, challenge, caller } = asking
    const { userId, userName } = caller.principal
    const facts = { flag, team: String(participation.teamId), userId, ...key }
    return starts.begin({
      order: orderOf({ id, challenge, facts }, settings),
      key,
      place,
      lifetimeMs: policy().defaultLifetime * minuteMs,
      what: whatOf(asking),
      name: userName,
      address: caller.address,
    })
  }

  /** Makes way for another attempt, or throws. Answers the limit that then holds. */
  const makeWay = async (
    asking: Asking,
    decision: Exclude<Decision, 'start'>,
    limit: number,
  ): Promise<number> => {
    if ('refused' in decision) {
      expectDelayOver(decision.changedAt, clock.now())
      throw new Problem(decision.refused)
    }
    if ('left' in decision) {
      await end(decision.left)
      return limit
    }
    const { full, oldest } = decision
    if (!policy().autoDestroyOnLimitReached || oldest === undefined)
      throw new Problem('instance.limitReached', { limit })
    await needs.makeRoom(asking, oldest)
    // One goes for one that comes, also where there have been too many.
    return Math.max(limit, full)
  }

  const start = async (asking: Asking, flag: string | null): Promise<ContainerRow> => {
    let limit = asking.game.settings.containerCountLimit
    for (let left = attempts; left > 0; left--) {
      const id = randomUUID()
      const place = queue.reserve()
      let decision: Decision | undefined
      try {
        decision = await attempt(asking, { id, limit, place })
      } finally {
        if (decision !== 'start') place?.leave()
      }
      if (decision !== 'start') limit = await makeWay(asking, decision, limit)
      else if (place !== null) return begin(asking, id, place, flag)
    }
    throw new Problem('instance.stopping')
  }

  return async (asking: Asking, ask: Ask, place: { id: number; cid: number }): Promise<ContainerRow> => {
    const { own, challenge, caller } = asking
    const assigned = own.flag === null ? await needs.assignFlag(asking) : { flag: own.flag }
    expectContainer(challenge)
    try {
      return await start(asking, assigned?.flag ?? null)
    } catch (error) {
      // What became of the game meanwhile explains more than that the start was broken off.
      if (error instanceof Problem && error.code === 'instance.cancelled')
        await ask(place, caller, { viewing: true })
      throw error
    }
  }
}
