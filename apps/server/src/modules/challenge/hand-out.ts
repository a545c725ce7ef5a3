import { limits } from '@pennant/contract/limit'
import type { HeldChallenge, Player } from '../../ports/held-game.ts'
import { pairKey, type Pair } from './batch.ts'
import { newFlag } from './new-flag.ts'
import type { AssignmentStore, FreeFlag, Gift } from './store-assignment.ts'
import type { PlayedAttachment } from './store-play.ts'

/** Who is to have a flag of their own, and of what. */
export type Asking = Player & { challenge: HeldChallenge }

export type Assigned = { flag: string; attachment: PlayedAttachment | null }
export type Result = Assigned | 'noFlagLeft' | 'tooLong'
/** By team and challenge. */
export type Results = ReadonlyMap<string, Result>

type Tx = Omit<AssignmentStore, 'atomically'>
type Choice = { flag: string; flagId: number | null } | 'noFlagLeft' | 'tooLong'

/**
 * In one transaction, of one game. No result where there is nothing to give a flag to and, unless `wait`,
 * where somebody else is just giving it one.
 */
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
  for (const [challengeId, some] of byChallenge(wanting(listed))) {
    const flags = await pick(tx, challengeId, some.length)
    for (const [place, asking] of some.entries()) choices.set(keyOf(asking), choiceOf(flags[place]))
  }
  await tx.give(gameId, giftsOf([...wanting(generated), ...wanting(listed)], choices))
  return withAttachments(tx, choices)
}

export const isDynamic = ({ type }: HeldChallenge): boolean =>
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

/**
 * Up to so many flags that no team has. What is held was free a moment ago; whoever has taken one since has
 * committed, since nobody takes what they do not hold, and so shows when one looks again.
 */
const pick = async (tx: Tx, challengeId: number, count: number): Promise<FreeFlag[]> => {
  const picked: FreeFlag[] = []
  const seen: number[] = []
  while (picked.length < count) {
    const held = await tx.holdFree(challengeId, count - picked.length, seen)
    if (held.length === 0) break
    const ids = held.map(({ id }) => id)
    const taken = new Set(await tx.taken(ids))
    seen.push(...ids)
    picked.push(...held.filter(({ id }) => !taken.has(id)))
  }
  return picked
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
