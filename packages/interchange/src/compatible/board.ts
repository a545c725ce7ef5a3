import { gamePermissions } from '@pennant/contract/enums'
import { unpackBloodBonus, withBonus } from '@pennant/rules/scoring/blood-bonus'

/**
 * A board by the literal reading of that platform's rules, from the rows alone. Slow and plain on purpose: it
 * proves the board that is computed from what was written.
 */
export type BoardRows = {
  start: number
  end: number
  bloodBonus: number
  /** Of the game's divisions. */
  divisions: ReadonlyMap<number, { permissions: number; challenges: ReadonlyMap<number, number> }>
  challenges: readonly BoardChallenge[]
  /** Of the accepted ones, in the order of their keys. */
  participations: readonly { id: number; teamId: number; divisionId: number | null }[]
  solves: readonly { participationId: number; challengeId: number; submissionId: number; time: number }[]
}

export type BoardChallenge = {
  id: number
  isEnabled: boolean
  originalScore: number
  minScoreRate: number
  difficulty: number
  deadline: number | null
  hasBonus: boolean
}

export type BoardLine = {
  teamId: number
  score: number
  rank: number
  divisionId: number | null
  divisionRank: number | null
  lastTime: number
  /** In the order of the challenges' keys. */
  solves: readonly { challengeId: number; score: number; time: number }[]
}

const never = -62_135_596_800_000
const { RankOverall, GetScore, GetBlood, AffectDynamicScore } = gamePermissions

const worthOf = ({ originalScore, minScoreRate, difficulty }: BoardChallenge, count: number): number =>
  count <= 1
    ? originalScore
    : Math.floor(originalScore * (minScoreRate + (1 - minScoreRate) * Math.exp((1 - count) / difficulty)))

export const literalBoard = (rows: BoardRows): BoardLine[] => {
  const { start, end, divisions } = rows
  const bonus = unpackBloodBonus(rows.bloodBonus)
  const permille = [bonus.first, bonus.second, bonus.third]
  const challenges = new Map(rows.challenges.filter((one) => one.isEnabled).map((one) => [one.id, one]))
  const teams = new Map(rows.participations.map((one) => [one.id, one]))
  const may = (divisionId: number | null, challengeId: number): number => {
    const division = divisionId === null ? undefined : divisions.get(divisionId)
    return division === undefined
      ? gamePermissions.All
      : (division.challenges.get(challengeId) ?? division.permissions)
  }

  const solved = rows.solves
    .flatMap((solve) => {
      const [challenge, team] = [challenges.get(solve.challengeId), teams.get(solve.participationId)]
      if (challenge === undefined || team === undefined) return []
      const isIn =
        start <= solve.time &&
        solve.time < end &&
        (challenge.deadline === null || solve.time <= challenge.deadline)
      return [{ ...solve, challenge, team, isIn, permissions: may(team.divisionId, challenge.id) }]
    })
    .toSorted((a, b) => a.time - b.time || a.submissionId - b.submissionId)

  const counts = new Map<number, number>()
  for (const { challengeId, isIn, permissions } of solved)
    if (isIn && (permissions & AffectDynamicScore) !== 0)
      counts.set(challengeId, (counts.get(challengeId) ?? 0) + 1)

  const bloods = new Map<number, number>()
  const lines = new Map(
    rows.participations.map(({ id, teamId, divisionId }) => [
      id,
      {
        ...{ teamId, divisionId, score: 0, rank: 0, lastTime: never },
        divisionRank: null as number | null,
        solves: [] as { challengeId: number; score: number; time: number }[],
      },
    ]),
  )
  for (const { challenge, participationId, isIn, permissions, time } of solved) {
    const worth = worthOf(challenge, counts.get(challenge.id) ?? 0)
    const scores = isIn && (permissions & GetScore) !== 0
    let score = scores ? worth : 0
    if (isIn && challenge.hasBonus && (permissions & GetBlood) !== 0) {
      const place = bloods.get(challenge.id) ?? 0
      bloods.set(challenge.id, place + 1)
      if (scores) score = withBonus(score, permille[place] ?? 0)
    }
    const line = lines.get(participationId)
    if (line === undefined) continue
    line.solves.push({ challengeId: challenge.id, score, time })
    line.score += score
    if (scores) line.lastTime = Math.max(line.lastTime, time)
  }

  const ordered = [...lines.values()].toSorted((a, b) => b.score - a.score || a.lastTime - b.lastTime)
  let rank = 0
  const inDivision = new Map<number, number>()
  for (const line of ordered) {
    const division = line.divisionId === null ? undefined : divisions.get(line.divisionId)
    if (division === undefined || (division.permissions & RankOverall) !== 0) line.rank = rank += 1
    if (line.divisionId !== null) {
      line.divisionRank = (inDivision.get(line.divisionId) ?? 0) + 1
      inDivision.set(line.divisionId, line.divisionRank)
    }
    line.solves.sort((a, b) => a.challengeId - b.challengeId)
  }
  return ordered
}

/** Why two boards differ; null if they don't. Which of two teams with equal points and times comes first is open. */
export const boardDifference = (theirs: readonly BoardLine[], ours: readonly BoardLine[]): string | null => {
  if (theirs.length !== ours.length) return `${theirs.length} teams there, ${ours.length} here`
  const mine = new Map(ours.map((line) => [line.teamId, line]))
  for (const line of theirs) {
    const other = mine.get(line.teamId)
    if (other === undefined) return `team ${line.teamId} is missing`
    for (const of of [scoresOf, solvesOf])
      if (of(line) !== of(other)) return `team ${line.teamId}: ${of(line)} there, ${of(other)} here`
  }
  const [there, here] = [ranksOf(theirs), ranksOf(ours)]
  const at = there.findIndex((one, index) => one !== here[index])
  return at < 0 ? null : `ranks: ${there[at]} there, ${here[at]} here`
}

const scoresOf = ({ score, lastTime, divisionId }: BoardLine): string =>
  JSON.stringify({ score, lastTime, divisionId })
const solvesOf = ({ solves }: BoardLine): string =>
  JSON.stringify(solves.map(({ challengeId, score, time }) => [challengeId, score, time]))
// Equal teams of several divisions may change places in the whole, and those of one in it.
const ranksOf = (lines: readonly BoardLine[]): string[] =>
  lines
    .flatMap((line) => [
      `${JSON.stringify([line.score, line.lastTime])} rank ${line.rank}`,
      ...(line.divisionRank === null ? [] : [`${scoresOf(line)} in its division ${line.divisionRank}`]),
    ])
    .toSorted()
