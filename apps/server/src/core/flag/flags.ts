import { limits } from '@pennant/contract/limit'
import type { GameChallenge, Player } from '../game/game.ts'
import { pairKey, type Pair } from './pair.ts'
import { newFlag } from './new-flag.ts'
import type { AssignmentStore, FreeFlag, Gift, PlayedAttachment } from './store.ts'

export type Asking = Player & { challenge: GameChallenge }

export type Assigned = { flag: string; attachment: PlayedAttachment | null }
export type Result = Assigned | 'noFlagLeft' | 'tooLong'
/** Keyed by team and challenge. */
export type Results = ReadonlyMap<string, Result>

type Tx = Omit<AssignmentStore, 'atomically'>
type Choice = { flag: string; flagId: number | null } | 'noFlagLeft' | 'tooLong'

// No result when there is nothing to assign to or, unless `wait`, when another transaction is assigning it.
export const handOut = async (
  tx: Tx,
  gameId: number,
  askings: readonly Asking[],
  { wait }: { wait: boolean },
): Promise<Results> => {
  const [listed, generated] = [askings.filter(isListed), askings.filter((asking) => !isListed(asking))]
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

  const wanting = (some: readonly Asking[]) => some.filter((asking) => without.has(keyOf(asking)))
  for (const asking of wanting(generated)) choices.set(keyOf(asking), generatedFor(asking))
  const groups = byChallenge(wanting(listed))
  const free = await pick(tx, groups)
  for (const [challengeId, some] of groups)
    for (const asking of some) choices.set(keyOf(asking), choiceOf(free.get(challengeId)?.pop()))
  await tx.give(gameId, giftsOf([...wanting(generated), ...wanting(listed)], choices))
  return withAttachments(tx, choices)
}

export const isDynamic = ({ type }: GameChallenge): boolean =>
  type === 'DynamicAttachment' || type === 'DynamicContainer'
const isListed = ({ challenge }: Asking): boolean => challenge.type === 'DynamicAttachment'

const pairOf = ({ participation, challenge }: Asking): Pair => ({
  participationId: participation.id,
  challengeId: challenge.id,
})
export const keyOf = (asking: Asking): string => pairKey(pairOf(asking))

const generatedFor = (asking: Asking): Choice => {
  const flag = newFlag(asking)
  return flag.length > limits.flag ? 'tooLong' : { flag, flagId: null }
}

const choiceOf = (free: FreeFlag | undefined): Choice =>
  free === undefined ? 'noFlagLeft' : { flag: free.flag, flagId: free.id }

const byChallenge = (askings: readonly Asking[]): Map<number, Asking[]> => {
  const groups = new Map<number, Asking[]>()
  for (const asking of askings) {
    const group = groups.get(asking.challenge.id) ?? []
    groups.set(asking.challenge.id, group)
    group.push(asking)
  }
  return groups
}

// Flags are only taken while held, so a second look finds those that were taken before the hold.
const pick = async (
  tx: Tx,
  groups: ReadonlyMap<number, readonly Asking[]>,
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

const giftsOf = (askings: readonly Asking[], choices: ReadonlyMap<string, Choice>): Gift[] =>
  askings.flatMap((asking) => {
    const choice = choices.get(keyOf(asking))
    return typeof choice === 'object' ? [{ ...pairOf(asking), ...choice }] : []
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
