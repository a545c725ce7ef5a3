import { gamePermissions } from '@pennant/contract/enums'
import { type DivisionPermissions, permissionsFor } from '../permission/permission.ts'
import { unpackBloodBonus, withBonus } from '../scoring/blood-bonus.ts'
import { dynamicScore } from '../scoring/dynamic-score.ts'
import type { Solve } from './board-input.ts'
import { isInTime } from './in-time.ts'
import { inOrder } from './order.ts'
import type { GameRecord } from './record.ts'

export type Place = 0 | 1 | 2 | 3

/** What a team's solve of one challenge was worth from a moment on. */
export type Worth = { time: number; points: number; place: Place }

type Part = GameRecord['challenges'][number]

/** The settings of a while, by the ids of what they are about. */
export type Settings = {
  game: GameRecord['game']
  challenges: ReadonlyMap<number, Part>
  /** Of accepted teams. */
  divisionOf: ReadonlyMap<number, DivisionPermissions | null>
}

export const settingsOf = ({ game, divisions, challenges, teams }: GameRecord): Settings => {
  const byId = new Map(divisions.map((one) => [one.id, one]))
  return {
    game,
    challenges: new Map(challenges.flatMap((one) => (one.isEnabled ? [[one.id, one]] : []))),
    divisionOf: new Map(
      teams.flatMap(({ participationId, divisionId, status }) =>
        status === 'Accepted' ? [[participationId, byId.get(divisionId ?? 0) ?? null]] : [],
      ),
    ),
  }
}

const { AffectDynamicScore, GetBlood, GetScore } = gamePermissions

export const permissionsIn = (
  { game, divisionOf }: Settings,
  solve: Solve,
  { id, deadline }: Part,
): number => {
  const { participationId, time } = solve
  const division = divisionOf.get(participationId)
  return isInTime(game, deadline, time) && division !== undefined ? permissionsFor(division, id) : 0
}

/**
 * How what a team's solve of a challenge is worth changes as others solve it, before a moment. `solves` are those
 * of the challenge, by time. Empty where it is not on the board.
 */
export const worthsOf = (
  settings: Settings,
  challengeId: number,
  solves: readonly Solve[],
  { participationId, until }: { participationId: number; until: number },
): Worth[] => {
  const part = settings.challenges.get(challengeId)
  if (part === undefined || !settings.divisionOf.has(participationId)) return []
  const { first, second, third } = unpackBloodBonus(settings.game.bloodBonus)
  const bonus = [0, first, second, third]
  const worths: Worth[] = []
  let [solved, bloods] = [0, 0]
  let own: { scores: boolean; place: Place } | null = null
  for (const [at, solve] of solves.entries()) {
    const { time } = solve
    if (time >= until) break
    const permissions = permissionsIn(settings, solve, part)
    if ((permissions & AffectDynamicScore) !== 0) solved++
    const takesBlood = (permissions & GetBlood) !== 0 && !part.disableBloodBonus
    if (takesBlood) bloods++
    if (solve.participationId === participationId)
      own = { scores: (permissions & GetScore) !== 0, place: takesBlood ? placeOf(bloods) : 0 }
    // All of one moment count at once.
    if (own === null || solves[at + 1]?.time === time) continue
    const value = dynamicScore(part, solved)
    const points = own.scores ? withBonus(value, bonus[own.place] ?? 0) : 0
    if (worths.at(-1)?.points !== points) worths.push({ time, points, place: own.place })
  }
  return worths
}

const placeOf = (nth: number): Place => (nth === 1 || nth === 2 || nth === 3 ? nth : 0)

/** Of the first solves of each pair, which are all that a record has. */
export type SolveIndex = {
  byTeam: ReadonlyMap<number, readonly Solve[]>
  /** By time. */
  byChallenge: ReadonlyMap<number, readonly Solve[]>
}

const solvesPerPortion = 5_000

export function* indexInPortions(solves: readonly Solve[]): Generator<void, SolveIndex> {
  const byTeam = new Map<number, Solve[]>()
  const byChallenge = new Map<number, Solve[]>()
  const add = (to: Map<number, Solve[]>, id: number, solve: Solve): void => {
    const known = to.get(id)
    if (known === undefined) to.set(id, [solve])
    else known.push(solve)
  }
  for (const [at, solve] of solves.entries()) {
    if (at % solvesPerPortion === 0) yield
    add(byTeam, solve.participationId, solve)
    add(byChallenge, solve.challengeId, solve)
  }
  for (const [id, ofChallenge] of byChallenge) {
    yield
    byChallenge.set(id, inOrder(ofChallenge))
  }
  return { byTeam, byChallenge }
}
