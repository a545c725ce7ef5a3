import type { ContainerStatus } from '@pennant/contract/enums'

/** Between two operations of a team on the instance of one challenge. */
export const operationDelayMs = 10_000

export const delayLeft = (changedAt: number | null, now: number): number =>
  changedAt === null ? 0 : Math.max(0, changedAt + operationDelayMs - now)

/** `minutes` before the end. An expired instance can still be extended. */
export const mayExtend = (expectStopAt: number, now: number, minutes: number): boolean =>
  expectStopAt - now <= minutes * 60_000

export type StartFacts = {
  now: number
  changedAt: number | null
  present: { status: ContainerStatus; underWay: boolean } | null
  hasImage: boolean
  hasProvider: boolean
  hasRoom: boolean
  /** `others`: the team's instances of other challenges of the game; a `limit` of 0 means none. */
  others: number
  limit: number
}

export type StartRefusal =
  | 'instance.tooSoon'
  | 'instance.running'
  | 'instance.starting'
  | 'instance.stopping'
  | 'instance.noImage'
  | 'instance.noProvider'
  | 'instance.queueFull'

/** `left`: an old instance must be removed first; `full`: the team may have no more. */
export type StartVerdict = 'start' | 'left' | 'full' | StartRefusal

/** The checks are in the order of the wire. */
export const judgeStart = (facts: StartFacts): StartVerdict => {
  if (delayLeft(facts.changedAt, facts.now) > 0) return 'instance.tooSoon'
  const { present } = facts
  if (present?.status === 'Running') return 'instance.running'
  if (present?.underWay === true)
    return present.status === 'Pending' ? 'instance.starting' : 'instance.stopping'
  if (present !== null) return 'left'
  if (!facts.hasImage) return 'instance.noImage'
  if (!facts.hasProvider) return 'instance.noProvider'
  if (!facts.hasRoom) return 'instance.queueFull'
  return facts.limit > 0 && facts.others >= facts.limit ? 'full' : 'start'
}
