import type { BoardChanges, ChangedSolve } from '@pennant/contract/scoreboard-changes'
import { type ChallengeInfo, never } from '@pennant/contract/scoreboard'
import { withBloods } from '@pennant/rules/scoreboard/changes'
import { pointsByBlood } from '@pennant/rules/scoreboard/challenge'
import { byRank, createPlaces } from '@pennant/rules/scoreboard/rank'
import { rowChecksum } from '@pennant/rules/scoreboard/row-checksum'
import { bestByDivision, scoreOverTime } from '@pennant/rules/scoreboard/timeline'
import { unpackBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import { type Board, type BoardTeam, emptyColumns } from './board.ts'

/** The board that the server shows as `version`, if this one is what the changes are from, or later. */
export const applyChanges = (board: Board, version: number, changes: BoardChanges): Board => {
  const identities = identitiesIn(board, changes)
  const solves = freshSolves(board, changes)
  const challenges = valuedChallenges(board, changes, identities)
  const values = valuesOf(board, challenges)
  const { points, bloodRanks } = board.columns
  const columns = { ...board.columns, points: points.slice(), bloodRanks: bloodRanks.slice() }
  const rows = identities.map((team) => settled(columns, team, values, solves.get(team.id) ?? []))
  const joined = join(board, columns, place(rows))
  const shown = { ...board, version, updatedAt: changes.updateTimeUtc, challenges, ...joined }
  return { ...shown, timelines: timelinesOf(shown, changes.lines) }
}

export const checksumOf = ({ teams }: Pick<Board, 'teams'>): string =>
  rowChecksum(
    teams.map(({ id, score, rank, solves }) => ({ id, score, rank: rank ?? 0, solvedCount: solves })),
  )

type Identity = BoardTeam & { isRanked: boolean }

const identitiesIn = ({ teams }: Board, { teams: changed }: BoardChanges): Identity[] => {
  const known = new Set(teams.map(({ id }) => id))
  const names = new Map(changed.map(({ id, name, bio, avatar }) => [id, { name, bio, avatar }]))
  const fresh = changed
    .filter(({ id }) => !known.has(id))
    .map(({ id, name, bio, avatar, divisionId, ranked }) => ({
      ...{ id, name, bio, avatar, divisionId, isRanked: ranked },
      ...{ score: 0, adjustment: 0, rank: null, divisionRank: null, lastSolveAt: null, from: 0, solves: 0 },
    }))
  return [
    ...teams.map((team) => ({ ...team, ...names.get(team.id), isRanked: team.rank !== null })),
    ...fresh,
  ]
}

/** By team, without those that the board has already. */
const freshSolves = (board: Board, { solves }: BoardChanges): ReadonlyMap<number, ChangedSolve[]> => {
  const teamOf = new Map(board.teams.map((team) => [team.id, team]))
  const fresh = new Map<number, ChangedSolve[]>()
  for (const solve of solves) {
    const team = teamOf.get(solve.teamId)
    if (team !== undefined && hasSolved(board, team, solve.challengeId)) continue
    const ofTeam = fresh.get(solve.teamId)
    if (ofTeam === undefined) fresh.set(solve.teamId, [solve])
    else ofTeam.push(solve)
  }
  return fresh
}

const hasSolved = ({ challenges, columns }: Board, { from, solves }: BoardTeam, id: number): boolean => {
  const at = challenges.findIndex((challenge) => challenge.id === id)
  return columns.challenges.subarray(from, from + solves).includes(at)
}

const valuedChallenges = (
  { challenges }: Board,
  { challenges: values, solves, teams }: BoardChanges,
  identities: readonly Identity[],
): readonly ChallengeInfo[] => {
  if (values.length === 0 && teams.length === 0) return challenges
  const valueOf = new Map(values.map((value) => [value.id, value]))
  const named = new Map(identities.map((team) => [team.id, team]))
  return challenges.map((info) => {
    const value = valueOf.get(info.id)
    if (value === undefined && teams.length === 0) return info
    const taken = solves.filter(({ challengeId }) => challengeId === info.id)
    const { score, solved } = value ?? info
    return { ...info, score, solved, bloods: withBloods(info.bloods, taken, named) }
  })
}

/** By the index of the challenge. Null: nothing about it has changed. */
type Values = readonly ({ points: readonly number[]; bloodRankOf(team: number): number } | null)[]

const valuesOf = (before: Board, challenges: readonly ChallengeInfo[]): Values => {
  const bonus = unpackBloodBonus(before.bloodBonus)
  return challenges.map((info, at) => {
    if (info === before.challenges[at]) return null
    const ids = info.bloods.map(({ id }) => id)
    return { points: pointsByBlood(info.score, bonus), bloodRankOf: (team) => ids.indexOf(team) + 1 }
  })
}

type Row = Identity & {
  lastSubmissionTime: number
  team: { teamId: number }
  fresh: readonly ChangedSolve[]
}

/** Changes `columns`, which must be a copy. */
const settled = (
  columns: Board['columns'],
  team: Identity,
  values: Values,
  fresh: readonly ChangedSolve[],
): Row => {
  let { score } = team
  for (let at = team.from; at < team.from + team.solves; at++) {
    const value = values[columns.challenges[at] ?? -1]
    if (value == null) continue
    const bloodRank = value.bloodRankOf(team.id)
    columns.bloodRanks[at] = bloodRank
    const before = columns.points[at] ?? 0
    // One without points doesn't score.
    if (before === 0) continue
    const points = value.points[bloodRank] ?? 0
    columns.points[at] = points
    score += points - before
  }
  let last = team.lastSolveAt ?? never
  for (const { points, time, scores = false } of fresh) {
    score += points
    if (points > 0 || scores) last = Math.max(last, time)
  }
  return { ...team, score, fresh, lastSubmissionTime: last, team: { teamId: team.id } }
}

type Placed = Row & { rank: number; divisionRank: number | null }

const place = (rows: readonly Row[]): Placed[] => {
  const placeOf = createPlaces()
  return rows
    .toSorted(byRank)
    .map((row) => ({ ...row, ...placeOf({ ranked: row.isRanked, divisionId: row.divisionId }) }))
}

const join = (
  { challenges, members: oldMembers }: Pick<Board, 'challenges' | 'members'>,
  old: Board['columns'],
  rows: readonly Placed[],
): Pick<Board, 'columns' | 'members' | 'teams'> => {
  const columns = emptyColumns(rows.reduce((sum, { solves, fresh }) => sum + solves + fresh.length, 0))
  const challengeAt = new Map(challenges.map(({ id }, at) => [id, at]))
  const memberAt = createMemberIndex(oldMembers)
  let next = 0

  const copy = (at: number): void => {
    columns.challenges[next] = old.challenges[at] ?? -1
    columns.points[next] = old.points[at] ?? 0
    columns.bloodRanks[next] = old.bloodRanks[at] ?? 0
    columns.times[next] = old.times[at] ?? 0
    columns.members[next++] = memberAt.again(old.members[at] ?? -1)
  }
  const add = ({ challengeId, points, place: bloodRank, time, user }: ChangedSolve): void => {
    columns.challenges[next] = challengeAt.get(challengeId) ?? -1
    columns.points[next] = points
    columns.bloodRanks[next] = bloodRank
    columns.times[next] = time
    columns.members[next++] = memberAt.named(user)
  }

  const teams = rows.map((row): BoardTeam => {
    const from = next
    let at = row.from
    for (const solve of row.fresh) {
      while (at < row.from + row.solves && (old.times[at] ?? 0) <= solve.time) copy(at++)
      add(solve)
    }
    while (at < row.from + row.solves) copy(at++)
    const { id, name, bio, avatar, divisionId, score, adjustment, rank, divisionRank } = row
    return {
      ...{ id, name, bio, avatar, divisionId, score, adjustment, divisionRank, from },
      rank: rank === 0 ? null : rank,
      lastSolveAt: row.lastSubmissionTime === never ? null : row.lastSubmissionTime,
      solves: next - from,
    }
  })
  return { columns, teams, members: memberAt.names() }
}

/** Numbers names in the order in which they come, as a board that is read whole does. */
const createMemberIndex = (before: readonly string[]) => {
  const numbers = new Map<string, number>()
  const known = new Int32Array(before.length).fill(-1)
  const named = (name: string | null): number => {
    if (name === null) return -1
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  }
  return {
    named,
    /** By its number before. */
    again(number: number): number {
      if (number < 0) return -1
      const found = known[number] ?? -1
      return found >= 0 ? found : (known[number] = named(before[number] ?? null))
    },
    names: (): string[] => [...numbers.keys()],
  }
}

const timelinesOf = (board: Board, lines: BoardChanges['lines']): Board['timelines'] => {
  const byHand = new Map(lines.map((line) => [line.id, line]))
  const rows = board.teams.map((team) => ({ ...team, rank: team.rank ?? 0 }))
  const lineOf = ({ id, name, from, solves }: BoardTeam) =>
    byHand.get(id) ?? {
      id,
      name,
      items: scoreOverTime({ solvedChallenges: solvedIn(board, from, solves) }, []),
    }
  return [...bestByDivision(rows)].map(([divisionId, best]) => ({ divisionId, teams: best.map(lineOf) }))
}

const solvedIn = ({ columns }: Board, from: number, solves: number) =>
  Array.from({ length: solves }, (_, offset) => ({
    time: columns.times[from + offset] ?? 0,
    score: columns.points[from + offset] ?? 0,
  }))
