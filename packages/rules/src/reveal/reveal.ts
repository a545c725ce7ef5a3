import type { Reveal } from '@pennant/contract/reveal'
import { never } from '../scoreboard/team.ts'

export type RevealLine = Reveal['final'][number]

/** What a team sent between the freeze and the end for a challenge that it had not solved before. */
export type RevealTries = Omit<Reveal['tries'][number], 'count'>

/** Both boards have the same teams, and only those that have a place. */
export type RevealInput = {
  frozen: readonly RevealLine[]
  final: readonly RevealLine[]
  tries: readonly RevealTries[]
}

/** Places count from 1. No points are a miss. */
export type Step =
  | { kind: 'settle' }
  | { kind: 'open'; teamId: number; challengeId: number; points: number; from: number; to: number }
  | { kind: 'place'; teamId: number; place: number }

export type RevealRow = {
  id: number
  place: number
  score: number
  solved: number
  /** Cells that are still to be opened. */
  left: number
}

export type RevealState = {
  rows: readonly RevealRow[]
  /** The team whose cells are opened, or whose place is settled next. Null at the start and at the end. */
  light: number | null
  /** By the step before. */
  opened: Extract<Step, { kind: 'open' }> | null
  /** Places from the last one up that never change again. */
  settled: number
}

type Cell = { teamId: number; challengeId: number; first: number; points: number; time: number | null }

type Standing = {
  id: number
  score: number
  last: number
  solved: number
  /** The first is opened first. */
  cells: Cell[]
}

type Team = { final: RevealLine; cells: readonly Cell[] }

const byPlace = (one: Standing, other: Standing): number =>
  other.score - one.score || one.last - other.last || one.id - other.id

/** The script: what adds no points, and what everyone knew, is settled first, so that nobody falls later. */
export const revealOf = (input: RevealInput): Step[] => {
  const steps: Step[] = [{ kind: 'settle' }]
  const teams = teamsOf(input)
  const order = teams.map((team) => standingAfter(team, 0)).toSorted(byPlace)
  const opened = new Map<number, number>()
  const teamById = new Map(teams.map((team) => [team.final.id, team]))
  let last = order.length
  while (last > 0) {
    const here = order[last - 1]
    const team = here && teamById.get(here.id)
    if (here === undefined || team === undefined) return steps
    const cell = here.cells[0]
    if (cell === undefined) {
      steps.push({ kind: 'place', teamId: here.id, place: last-- })
      continue
    }
    const count = (opened.get(here.id) ?? 0) + 1
    opened.set(here.id, count)
    const next = standingAfter(team, count)
    order.splice(last - 1, 1)
    const to = placeFor(next, order)
    order.splice(to, 0, next)
    const { teamId, challengeId, points } = cell
    steps.push({ kind: 'open', teamId, challengeId, points, from: last, to: to + 1 })
  }
  return steps
}

/** After the first `k` steps; 0: the frozen board. */
export const revealAt = (input: RevealInput, steps: readonly Step[], k: number): RevealState => {
  if (k <= 0) return { rows: frozenRows(input), light: null, opened: null, settled: 0 }
  const opened = new Map<number, number>()
  let settled = 0
  for (const step of steps.slice(0, k)) {
    if (step.kind === 'place') settled++
    if (step.kind === 'open') opened.set(step.teamId, (opened.get(step.teamId) ?? 0) + 1)
  }
  const rows = teamsOf(input)
    .map((team) => standingAfter(team, opened.get(team.final.id) ?? 0))
    .toSorted(byPlace)
    .map(rowOf)
  const latest = steps[Math.min(k, steps.length) - 1]
  return {
    rows,
    light: rows[rows.length - settled - 1]?.id ?? null,
    opened: latest?.kind === 'open' ? latest : null,
    settled,
  }
}

const rowOf = ({ id, score, solved, cells }: Standing, index: number): RevealRow => ({
  ...{ id, place: index + 1, score, solved },
  left: cells.length,
})

const frozenRows = (input: RevealInput): RevealRow[] => {
  const cells = new Map(teamsOf(input).map((team) => [team.final.id, team.cells.length]))
  return input.frozen
    .filter(({ id }) => cells.has(id))
    .map((line) => ({
      ...{ id: line.id, score: line.score, last: line.lastSubmissionTime },
      ...{ solved: line.solvedChallenges.length, cells: [] },
    }))
    .toSorted(byPlace)
    .map((standing, index) => ({ ...rowOf(standing, index), left: cells.get(standing.id) ?? 0 }))
}

const known = new WeakMap<RevealInput, readonly Team[]>()

const teamsOf = (input: RevealInput): readonly Team[] => {
  const before = known.get(input)
  if (before !== undefined) return before
  const frozen = new Map(input.frozen.map((line) => [line.id, line]))
  const tries = new Map<number, RevealTries[]>()
  for (const one of input.tries) tries.set(one.teamId, [...(tries.get(one.teamId) ?? []), one])
  const teams = input.final.map((final) => ({
    final,
    cells: cellsOf(final, frozen.get(final.id), tries.get(final.id) ?? []),
  }))
  known.set(input, teams)
  return teams
}

/** Those of a team, in the order in which they are opened. */
const cellsOf = (
  final: RevealLine,
  frozen: RevealLine | undefined,
  tries: readonly RevealTries[],
): Cell[] => {
  const before = new Set(frozen?.solvedChallenges.map(({ id }) => id))
  const solves = new Map(final.solvedChallenges.map((solve) => [solve.id, solve]))
  const cells = new Map<number, Cell>()
  for (const { teamId, challengeId, first } of tries) {
    const solve = solves.get(challengeId)
    // What adds no points is shown when the boards are settled.
    if (before.has(challengeId) || (solve !== undefined && solve.score <= 0)) continue
    const earlier = cells.get(challengeId)
    const cell = { teamId, challengeId, first, points: solve?.score ?? 0, time: solve?.time ?? null }
    if (earlier === undefined || first < earlier.first) cells.set(challengeId, cell)
  }
  for (const { id: challengeId, score: points, time } of final.solvedChallenges)
    if (!before.has(challengeId) && points > 0 && !cells.has(challengeId))
      cells.set(challengeId, { teamId: final.id, challengeId, first: time, points, time })
  return [...cells.values()].toSorted(
    (one, other) => one.first - other.first || one.challengeId - other.challengeId,
  )
}

const standingAfter = ({ final, cells }: Team, opened: number): Standing => {
  const hidden = cells.slice(opened)
  const solvesLeft = hidden.filter(({ points }) => points > 0)
  const { id, solvedChallenges } = final
  const score = final.score - solvesLeft.reduce((sum, { points }) => sum + points, 0)
  const solved = solvedChallenges.length - solvesLeft.length
  return { id, score, last: lastOf(final, solvesLeft), solved, cells: hidden }
}

const lastOf = ({ solvedChallenges, lastSubmissionTime }: RevealLine, left: readonly Cell[]): number => {
  if (left.length === 0) return lastSubmissionTime
  const ids = new Set(left.map(({ challengeId }) => challengeId))
  return solvedChallenges.reduce(
    (latest, { id, score, time }) => (ids.has(id) || score <= 0 ? latest : Math.max(latest, time)),
    never,
  )
}

/** The index at which it stands among the others. */
const placeFor = (one: Standing, order: readonly Standing[]): number => {
  let [from, to] = [0, order.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const other = order[middle]
    if (other !== undefined && byPlace(other, one) < 0) from = middle + 1
    else to = middle
  }
  return from
}
