import { gamePermissions } from '@pennant/contract/enums'
import type { RecordedChange } from '@pennant/contract/record'
import type { HistoryEntry } from '@pennant/contract/scoreboard'
import { dynamicScore } from '../scoring/dynamic-score.ts'
import { sumOf, type Move } from './adjustment.ts'
import type { Solve } from './board-input.ts'
import { takenBack } from './past.ts'
import type { GameRecord } from './record.ts'
import {
  type Curve,
  curveOf,
  indexInPortions,
  type Part,
  type Past,
  permissionsIn,
  type Settings,
  settingsOf,
  type SolveIndex,
  type Worth,
  worthsOf,
} from './worth.ts'

type Entry = Omit<HistoryEntry, 'score'>
type SolvesOf = ReadonlyMap<number, readonly Solve[]>

// Some 10 MB in a large game.
const mostPasts = 32

/** A while in which nobody changed a setting that concerns the team. */
type Stretch = {
  from: number
  /** What ended the while before. */
  changes: readonly RecordedChange[]
  /** By challenge, from the last before the while to its end. */
  worths: ReadonlyMap<number, readonly Worth[]>
  isOn: boolean
}

type Team = { participationId: number; own: readonly Solve[]; solvesOf: SolvesOf; until: number }

/**
 * Why a team has its points, by time: its solves at what they were worth then, and all that has moved them since.
 * With `until`, what its reader sees: the board of that moment, and the own solves since.
 */
export const historyOf = (
  record: GameRecord,
  participationId: number,
  until: number | null,
): HistoryEntry[] =>
  atOnce(historyInPortions(record, participationId, until, atOnce(indexInPortions(record.solves))))

export const atOnce = <T>(portions: Generator<unknown, T>): T => {
  for (;;) {
    const { done, value } = portions.next()
    if (done === true) return value
  }
}

export function* historyInPortions(
  record: GameRecord,
  participationId: number,
  until: number | null,
  index: SolveIndex,
): Generator<void, HistoryEntry[]> {
  const { byTeam, byChallenge } = index
  const own = byTeam.get(participationId) ?? []
  const solvesOf = new Map(own.map(({ challengeId: id }) => [id, byChallenge.get(id) ?? []]))
  const team = { participationId, own, solvesOf, until: until ?? Number.POSITIVE_INFINITY }
  const stretches = yield* stretchesOf(record, team, index)
  const moves = record.adjustments
    .filter((one) => one.participationId === participationId)
    .flatMap(({ points, reason, time, revokedAt, revokeReason }): (Move & Entry)[] => [
      { time, what: 'Given', points, reason },
      ...(revokedAt === null
        ? []
        : [{ time: revokedAt, what: 'TakenBack' as const, points: -points, reason: revokeReason ?? '' }]),
    ])
    .filter(({ time }) => time < team.until)

  const titles = new Map(record.challenges.map(({ id, title }) => [id, title]))
  // At the same moment, changes come first and points by hand last, as in timelines.
  const entries = [
    ...stretches.flatMap((stretch, at) => changed(stretch, stretches[at - 1], { ...team, moves, record })),
    ...stretches.flatMap((stretch) => moved(stretch, own)),
    ...laterSolves(pastOf(record, Number.POSITIVE_INFINITY, index).settings, team),
    ...moves.map((move) => (isOnAt(stretches, move.time) ? move : { ...move, points: 0 })),
  ].toSorted((one, other) => one.time - other.time)
  let score = 0
  return withoutRepeatedFalls(entries).map((entry) => {
    const challenge = titles.get(entry.challengeId ?? 0)
    score += entry.points
    return { ...entry, ...(challenge === undefined ? {} : { challenge }), score }
  })
}

function* stretchesOf(record: GameRecord, team: Team, index: SolveIndex): Generator<void, Stretch[]> {
  const { solvesOf, own, participationId } = team
  const first = Math.min(...[...solvesOf.values()].map(([solve]) => solve?.time ?? Number.POSITIVE_INFINITY))
  const concerns = (change: RecordedChange): boolean => {
    const { kind, id, time, after } = change
    if (after === null) return false
    if (isOwn(change, participationId)) return true
    // There are no points before.
    if (time <= first) return false
    if (kind === 'Challenge') return solvesOf.has(id)
    return (
      kind !== 'Participation' ||
      (index.byTeam.get(id) ?? []).some((solve) => solve.time < time && solvesOf.has(solve.challengeId))
    )
  }
  const changes = record.changes.filter(concerns)
  const moments = [...new Set(changes.map(({ time }) => time))].toSorted((one, other) => one - other)
  const stretches: Stretch[] = []
  for (const [at, from] of [Number.NEGATIVE_INFINITY, ...moments].entries()) {
    yield
    const to = moments[at] ?? Number.POSITIVE_INFINITY
    const { settings, curves } = pastOf(record, to, index)
    const until = Math.min(to, team.until)
    const worths = new Map<number, readonly Worth[]>()
    for (const solve of own) {
      const { challengeId: id } = solve
      if (!curves.has(id)) yield
      const curve = (part: Part): Curve => {
        const known = curves.get(id) ?? curveOf(settings, part, solvesOf.get(id) ?? [])
        curves.set(id, known)
        return known
      }
      worths.set(id, sinceBefore(from, worthsOf(settings, solve, curve, until)))
    }
    stretches.push({
      ...{ from, worths, isOn: settings.divisionOf.has(participationId) },
      changes: changes.filter(({ time }) => time === from),
    })
  }
  return stretches
}

/** Changes that don't concern a team change nothing of it, so all teams share what was before a moment. */
const pastOf = (record: GameRecord, moment: number, { past }: SolveIndex): Past => {
  const known = past.get(moment)
  if (known !== undefined) return known
  const since = record.changes.filter(({ time }) => time >= moment)
  const made = { settings: settingsOf(takenBack(record, since)), curves: new Map<number, Curve>() }
  const [oldest] = past.keys()
  if (past.size >= mostPasts && oldest !== undefined) past.delete(oldest)
  past.set(moment, made)
  return made
}

const isOwn = ({ kind, id }: RecordedChange, participationId: number): boolean =>
  kind === 'Participation' && id === participationId

const sinceBefore = (from: number, worths: readonly Worth[]): readonly Worth[] =>
  worths.slice(
    Math.max(
      0,
      worths.findLastIndex(({ time }) => time < from),
    ),
  )

const isOnAt = (stretches: readonly Stretch[], time: number): boolean =>
  stretches.findLast(({ from }) => from <= time)?.isOn === true

/** The points of solves when a while ends, or before a moment in it. */
const pointsIn = ({ worths }: Stretch, before = Number.POSITIVE_INFINITY): number => {
  let sum = 0
  for (const steps of worths.values()) sum += steps.findLast(({ time }) => time < before)?.points ?? 0
  return sum
}

/** What the change at the beginning of a while did to the score. */
const changed = (
  stretch: Stretch,
  before: Stretch | undefined,
  { participationId, moves, record }: Team & { moves: readonly Move[]; record: GameRecord },
): Entry[] => {
  if (before === undefined) return []
  const { from: time, changes, isOn } = stretch
  // Why another team was suspended, for example, is between it and the organizers.
  const isOpen = (one: RecordedChange): boolean => one.kind !== 'Participation' || isOwn(one, participationId)
  const reason = changes.find((one) => one.reason !== null && isOpen(one))?.reason
  const told = { time, ...(reason == null ? {} : { reason }) }
  if (isOn !== before.isOn) {
    const byHand = sumOf(moves.filter((move) => move.time < time))
    const points = isOn ? pointsIn(stretch, time) + byHand : -pointsIn(before) - byHand
    const what = isOn ? 'Joined' : 'Left'
    return points === 0 && time < record.game.start ? [] : [{ ...told, what, points: points + 0 }]
  }
  const points = pointsIn(stretch, time) - pointsIn(before)
  const [change] = changes
  if (points === 0 || change === undefined) return []
  const cause = isOwn(change, participationId) ? 'Division' : change.kind
  return [
    {
      ...{ ...told, what: 'Changed', points, cause },
      ...(change.kind === 'Challenge' ? { challengeId: change.id } : {}),
    },
  ]
}

/** The solves within a while, and what they lose as others solve the same. */
const moved = ({ from, worths }: Stretch, own: readonly Solve[]): Entry[] =>
  [...worths].flatMap(([challengeId, steps]) =>
    steps.flatMap(({ time, points, place }, at): Entry[] => {
      if (time < from) return []
      const before = steps[at - 1]
      if (before === undefined) return [solved({ challengeId, time, points, place }, own)]
      return [{ time, what: 'Fell', points: points - before.points, challengeId }]
    }),
  )

const solved = (
  entry: Required<Pick<Entry, 'challengeId' | 'place' | 'points' | 'time'>>,
  own: readonly Solve[],
): Entry => {
  const { userName = null } = own.find(({ challengeId }) => challengeId === entry.challengeId) ?? {}
  return { ...entry, what: 'Solved', ...(userName === null ? {} : { user: userName }) }
}

/** At the values of the board of before, without blood: whether others have solved them isn't told. */
const laterSolves = (settings: Settings, { participationId, own, solvesOf, until }: Team): Entry[] => {
  if (!settings.divisionOf.has(participationId)) return []
  return own
    .filter(({ time }) => time >= until)
    .flatMap((solve) => {
      const { challengeId, time } = solve
      const part = settings.challenges.get(challengeId)
      if (part === undefined) return []
      const counted = (solvesOf.get(challengeId) ?? []).filter(
        (one) =>
          one.time < until && (permissionsIn(settings, one, part) & gamePermissions.AffectDynamicScore) !== 0,
      )
      const scores = (permissionsIn(settings, solve, part) & gamePermissions.GetScore) !== 0
      const points = scores ? dynamicScore(part, counted.length) : 0
      return [solved({ challengeId, time, points, place: 0 }, own)]
    })
}

/** One for each challenge between two entries of another kind, at the moment of the last. */
const withoutRepeatedFalls = (entries: readonly Entry[]): Entry[] => {
  const shown: Entry[] = []
  let falls = new Map<number | undefined, Entry>()
  const flush = (): void => {
    shown.push(...falls.values())
    falls = new Map()
  }
  for (const entry of entries) {
    if (entry.what !== 'Fell') {
      flush()
      shown.push(entry)
      continue
    }
    const before = falls.get(entry.challengeId)
    falls.delete(entry.challengeId)
    const merged =
      before === undefined
        ? entry
        : { ...entry, points: before.points + entry.points, since: before.since ?? before.time }
    falls.set(entry.challengeId, merged)
  }
  flush()
  return shown
}
