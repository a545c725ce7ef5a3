import { limits } from '@pennant/contract/limit'
import { type GameChallenge, type Pair, type Player, pairKey } from '../game/game.ts'
import { newFlag } from './new-flag.ts'
import type { AssignmentStore, FreeFlag, FlagAssignment, PlayedAttachment } from './store.ts'

export type FlagRequest = Player & { challenge: GameChallenge }

export type Assigned = { flag: string; attachment: PlayedAttachment | null }
export type Result = Assigned | 'noFlagLeft' | 'tooLong'
/** Keyed by team and challenge. */
export type Results = ReadonlyMap<string, Result>

type Tx = Omit<AssignmentStore, 'atomically'>
type Choice = { flag: string; flagId: number | null } | 'noFlagLeft' | 'tooLong'

// No result when there is nothing to assign to or, unless `wait`, when another transaction is assigning it.
export const assignFlags = async (
  tx: Tx,
  gameId: number,
  requests: readonly FlagRequest[],
  { wait }: { wait: boolean },
): Promise<Results> => {
  const [listed, generated] = [requests.filter(isListed), requests.filter((request) => !isListed(request))]
  const rows = [
    ...(await tx.hold(gameId, generated.map(pairOf), { wait, strongly: false })),
    ...(await tx.hold(gameId, listed.map(pairOf), { wait, strongly: true })),
  ]
  const choices = new Map<string, Choice>()
  const without = new Set<string>()
  for (const {
    participation_id: participationId,
    challenge_id: challengeId,
    flag,
    flag_id: flagId,
  } of rows) {
    const key = pairKey({ participationId, challengeId })
    if (flag === null) without.add(key)
    else choices.set(key, { flag, flagId })
  }

  const wanting = (some: readonly FlagRequest[]) => some.filter((request) => without.has(keyOf(request)))
  for (const request of wanting(generated)) choices.set(keyOf(request), generatedFor(request))
  const groups = byChallenge(wanting(listed))
  const free = await pick(tx, groups)
  for (const [challengeId, some] of groups)
    for (const request of some) choices.set(keyOf(request), choiceOf(free.get(challengeId)?.pop()))
  await tx.assign(gameId, assignmentsOf([...wanting(generated), ...wanting(listed)], choices))
  return withAttachments(tx, choices)
}

export const isDynamic = ({ type }: GameChallenge): boolean =>
  type === 'DynamicAttachment' || type === 'DynamicContainer'
const isListed = ({ challenge }: FlagRequest): boolean => challenge.type === 'DynamicAttachment'

const pairOf = ({ participation, challenge }: FlagRequest): Pair => ({
  participationId: participation.id,
  challengeId: challenge.id,
})
export const keyOf = (request: FlagRequest): string => pairKey(pairOf(request))

const generatedFor = (request: FlagRequest): Choice => {
  const flag = newFlag(request)
  return flag.length > limits.flag ? 'tooLong' : { flag, flagId: null }
}

const choiceOf = (free: FreeFlag | undefined): Choice =>
  free === undefined ? 'noFlagLeft' : { flag: free.flag, flagId: free.id }

const byChallenge = (requests: readonly FlagRequest[]): Map<number, FlagRequest[]> => {
  const groups = new Map<number, FlagRequest[]>()
  for (const request of requests) {
    const group = groups.get(request.challenge.id) ?? []
    groups.set(request.challenge.id, group)
    group.push(request)
  }
  return groups
}

// Flags are only taken while held, so a second look finds those that were taken before the hold.
const pick = async (
  tx: Tx,
  groups: ReadonlyMap<number, readonly FlagRequest[]>,
): Promise<Map<number, FreeFlag[]>> => {
  const picked = new Map<number, FreeFlag[]>()
  const seen: number[] = []
  for (let byChance = true; ; byChance = false) {
    const wanted = [...groups].flatMap(([challengeId, { length }]) => {
      const count = length - (picked.get(challengeId)?.length ?? 0)
      return count === 0 ? [] : [{ challengeId, count }]
    })
    if (wanted.length === 0) return picked
    const held = await tx.holdFree(wanted, { byChance, except: seen })
    if (held.length === 0 && !byChance) return picked
    const ids = held.map(({ id }) => id)
    const taken = new Set(await tx.taken(ids))
    seen.push(...ids)
    for (const flag of held)
      if (!taken.has(flag.id)) picked.set(flag.challenge_id, [...(picked.get(flag.challenge_id) ?? []), flag])
  }
}

const assignmentsOf = (
  requests: readonly FlagRequest[],
  choices: ReadonlyMap<string, Choice>,
): FlagAssignment[] =>
  requests.flatMap((request) => {
    const choice = choices.get(keyOf(request))
    return typeof choice === 'object' ? [{ ...pairOf(request), ...choice }] : []
  })

const withAttachments = async (tx: Tx, choices: ReadonlyMap<string, Choice>): Promise<Results> => {
  const flagIds = [...choices.values()].flatMap((choice) =>
    typeof choice === 'object' && choice.flagId !== null ? [choice.flagId] : [],
  )
  const attachments = new Map(
    (await tx.attachments(flagIds)).map(({ flag_id, attachment }) => [flag_id, attachment]),
  )
  return new Map(
    [...choices].map(([key, choice]): [string, Result] => {
      if (typeof choice !== 'object') return [key, choice]
      const { flag, flagId } = choice
      return [key, { flag, attachment: flagId === null ? null : (attachments.get(flagId) ?? null) }]
    }),
  )
}
