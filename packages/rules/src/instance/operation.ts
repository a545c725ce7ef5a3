import type { ContainerStatus } from '@pennant/contract/enums'

/** Between two operations of a team on the instance of one challenge. */
export const operationDelayMs = 10_000

/** How long until the next operation, or 0. */
export const delayLeft = (changedAt: number | null, now: number): number =>
  changedAt === null ? 0 : Math.max(0, changedAt + operationDelayMs - now)

/** `minutes` are those before its end in which it can be extended. What has expired still can. */
export const mayExtend = (expectStopAt: number, now: number, minutes: number): boolean =>
  expectStopAt - now <= minutes * 60_000

export type StartFacts = {
  now: number
  /** When the team last started or stopped an instance of this challenge. */
  changedAt: number | null
  /** What the team has of it, and whether somebody is just starting or stopping that. */
  present: { status: ContainerStatus; underWay: boolean } | null
  /** The challenge names an image and a port. */
  hasImage: boolean
  /** There is something that runs containers. */
  hasProvider: boolean
  /** Another one may wait for its turn. */
  hasRoom: boolean
  /** Instances that the team has of other challenges of the game, and how many it may have; 0 for no limit. */
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

/** `left` is to be cleared away first, and `full` means that the team may have no more. */
export type StartVerdict = 'start' | 'left' | 'full' | StartRefusal

/** The checks of a start in the order of the wire. */
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
