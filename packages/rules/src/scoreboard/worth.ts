import { gamePermissions } from '@pennant/contract/enums'
import { type DivisionPermissions, permissionsFor } from '../permission/permission.ts'
import { unpackBloodBonus, withBonus } from '../scoring/blood-bonus.ts'
import { dynamicScore } from '../scoring/dynamic-score.ts'
import { isInTime, type Solve } from './board-input.ts'
import { inOrder } from './order.ts'
import type { GameRecord } from './record.ts'

export type Place = 0 | 1 | 2 | 3

/** What a team's solve of one challenge was worth from a moment on. */
export type Worth = { time: number; points: number; place: Place }

export type Part = GameRecord['challenges'][number]

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

/** What a challenge was worth, and who took its bloods: the same for all teams. */
export type Curve = {
  /** When it changed, from the first solve on. */
  times: readonly number[]
  values: readonly number[]
  bloods: readonly number[]
}

/** `solves` are those of the challenge, by time. */
export const curveOf = (settings: Settings, part: Part, solves: readonly Solve[]): Curve => {
  const [times, values, bloods]: [number[], number[], number[]] = [[], [], []]
  let solved = 0
  for (const [at, solve] of solves.entries()) {
    const permissions = permissionsIn(settings, solve, part)
    if ((permissions & AffectDynamicScore) !== 0) solved++
    const takesBlood = (permissions & GetBlood) !== 0 && !part.disableBloodBonus
    if (takesBlood && bloods.length < 3) bloods.push(solve.participationId)
    // All of one moment count at once.
    if (solves[at + 1]?.time === solve.time) continue
    const value = dynamicScore(part, solved)
    if (values.at(-1) === value) continue
    times.push(solve.time)
    values.push(value)
  }
  return { times, values, bloods }
}

/**
 * How what a team's solve is worth changes as others solve the same, before a moment. Empty where the challenge or the
 * team is not on the board.
 */
export const worthsOf = (
  settings: Settings,
  own: Solve,
  curveOfChallenge: (part: Part) => Curve,
  until: number,
): Worth[] => {
  const part = settings.challenges.get(own.challengeId)
  if (part === undefined || !settings.divisionOf.has(own.participationId) || own.time >= until) return []
  const { times, values, bloods } = curveOfChallenge(part)
  const { first, second, third } = unpackBloodBonus(settings.game.bloodBonus)
  const place = placeOf(bloods.indexOf(own.participationId) + 1)
  const bonus = [0, first, second, third][place] ?? 0
  const scores = (permissionsIn(settings, own, part) & GetScore) !== 0
  const pointsAt = (at: number): number => (scores ? withBonus(values[at] ?? 0, bonus) : 0)
  const start = lastUpTo(times, own.time)
  const worths: Worth[] = [{ time: own.time, points: pointsAt(start), place }]
  for (let at = start + 1; at < times.length; at++) {
    const time = times[at] ?? until
    if (time >= until) break
    const points = pointsAt(at)
    if (worths.at(-1)?.points !== points) worths.push({ time, points, place })
  }
  return worths
}

/** The index of the last one that isn't later. */
const lastUpTo = (times: readonly number[], time: number): number => {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

const placeOf = (nth: number): Place => (nth === 1 || nth === 2 || nth === 3 ? nth : 0)

/** Of the first solves of each pair, which are all that a record has. */
export type SolveIndex = {
  byTeam: ReadonlyMap<number, readonly Solve[]>
  /** By time. */
  byChallenge: ReadonlyMap<number, readonly Solve[]>
  /** Filled as histories are made: settings of before a moment, with the curves of their challenges. */
  past: Map<number, Past>
}

export type Past = { settings: Settings; curves: Map<number, Curve> }

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
  return { byTeam, byChallenge, past: new Map() }
}
