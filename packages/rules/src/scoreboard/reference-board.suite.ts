import { challengeCategories, gamePermissions } from '@pennant/contract/enums'
import type {
  ChallengeInfo,
  ChallengeItem,
  ScoreboardItem,
  TimeLineItem,
  TopTimeLine,
} from '@pennant/contract/scoreboard'
import type { BoardChallenge, BoardInput, BoardTeam, Solve } from './board-input.ts'

/** A second implementation that shares no line with the real one: where both agree, both are right. */
export type ReferenceBoard = {
  items: ScoreboardItem[]
  challenges: ChallengeInfo[]
  timelines: TimeLineItem[]
}

export const referenceBoard = (input: BoardInput): ReferenceBoard => {
  const { game, teams, challenges } = input
  const solves = firstOfEachPair(input).toSorted((a, b) => a.time - b.time || a.submissionId - b.submissionId)
  const teamOf = (solve: Solve) => teams.find((team) => team.participationId === solve.participationId)
  const divisionOf = (team: BoardTeam | undefined) =>
    input.divisions.find((division) => division.id === team?.divisionId)

  const may = (solve: Solve, bit: number): boolean => {
    const division = divisionOf(teamOf(solve))
    if (division === undefined) return true
    const own = division.challengeConfigs.get(solve.challengeId)
    return ((own === undefined ? division.defaultPermissions : own) & bit) === bit
  }
  const inWindow = (solve: Solve, { deadline }: BoardChallenge): boolean => {
    if (solve.time < game.start) return false
    if (solve.time >= game.end) return false
    return deadline === null || solve.time <= deadline
  }

  const solvesOf = (challenge: BoardChallenge) => solves.filter((one) => one.challengeId === challenge.id)
  const counted = (challenge: BoardChallenge): number =>
    solvesOf(challenge).filter(
      (solve) => inWindow(solve, challenge) && may(solve, gamePermissions.AffectDynamicScore),
    ).length
  const scoreOf = (challenge: BoardChallenge): number => {
    const { originalScore, minScoreRate: r, difficulty: d } = challenge
    const n = counted(challenge)
    if (n <= 1) return originalScore
    if (d === 0) return Math.floor(originalScore * r)
    return Math.floor(originalScore * (r + (1 - r) * Math.exp((1 - n) / d)))
  }
  const bloodsOf = (challenge: BoardChallenge): Solve[] =>
    challenge.disableBloodBonus
      ? []
      : solvesOf(challenge)
          .filter((solve) => inWindow(solve, challenge) && may(solve, gamePermissions.GetBlood))
          .slice(0, 3)

  const evaluated = new Map(
    challenges.map((challenge) => [
      challenge.id,
      { challenge, score: scoreOf(challenge), bloods: bloodsOf(challenge) },
    ]),
  )
  const parts = bonusParts(game.bloodBonus)
  const itemOf = (solve: Solve): { item: ChallengeItem; scores: boolean } => {
    const found = evaluated.get(solve.challengeId)
    if (found === undefined) throw new Error('a solve of a challenge that is not there')
    const place = found.bloods.indexOf(solve)
    const scores = inWindow(solve, found.challenge) && may(solve, gamePermissions.GetScore)
    const points = place < 0 ? found.score : bonusPoints(found.score, parts[place] ?? 0)
    const type = (['FirstBlood', 'SecondBlood', 'ThirdBlood'] as const)[place] ?? 'Normal'
    const { challengeId: id, userName, time } = solve
    return { item: { id, score: scores ? points : 0, type, userName, time }, scores }
  }

  const rows = teams.map((team) => {
    const own = solves.filter((solve) => solve.participationId === team.participationId).map(itemOf)
    const division = divisionOf(team)
    return {
      team,
      divisionId: division === undefined ? null : division.id,
      ranked: division === undefined || (division.defaultPermissions & gamePermissions.RankOverall) !== 0,
      solved: own.map(({ item }) => item),
      score: own.reduce((sum, { item }) => sum + item.score, 0) + byHand(input, team),
      adjustment: byHand(input, team),
      last: Math.max(yearOne, ...own.filter((one) => one.scores).map((one) => one.item.time)),
    }
  })
  rows.sort((a, b) => b.score - a.score || a.last - b.last || a.team.teamId - b.team.teamId)
  const items = rows.map((row, index) => {
    const above = rows.slice(0, index + 1)
    return {
      id: row.team.teamId,
      name: row.team.name,
      bio: row.team.bio,
      avatar: row.team.avatar,
      divisionId: row.divisionId,
      score: row.score,
      rank: row.ranked ? above.filter((other) => other.ranked).length : 0,
      divisionRank:
        row.divisionId === null ? null : above.filter((other) => other.divisionId === row.divisionId).length,
      lastSubmissionTime: row.last,
      solvedChallenges: row.solved,
      solvedCount: row.solved.length,
      ...(row.adjustment !== 0 && { adjustment: row.adjustment }),
    }
  })

  const placeOf = ({ id }: { id: number }): number =>
    challenges.find((challenge) => challenge.id === id)?.position ?? Number.POSITIVE_INFINITY
  const infos = challenges
    .map((challenge): ChallengeInfo => {
      const { id, title, category, deadline, disableBloodBonus } = challenge
      const bloods = bloodsOf(challenge).map((solve) => {
        const team = teamOf(solve)
        return {
          id: team?.teamId ?? 0,
          name: team?.name ?? '',
          avatar: team?.avatar ?? null,
          submitTimeUtc: solve.time,
        }
      })
      const [score, solved] = [scoreOf(challenge), counted(challenge)]
      return { id, title, category, score, solved, deadline, bloods, disableBloodBonus }
    })
    .toSorted((a, b) => {
      const byCategory = challengeCategories[a.category] - challengeCategories[b.category]
      if (byCategory !== 0) return byCategory
      const [placeOfA, placeOfB] = [placeOf(a), placeOf(b)]
      if (placeOfA !== placeOfB) return placeOfA < placeOfB ? -1 : 1
      if (a.title < b.title) return -1
      if (a.title > b.title) return 1
      return a.id - b.id
    })

  return { items, challenges: infos, timelines: timelinesOf(items, input) }
}

/** By the words: the public line and the own solves since, at public values, without blood, at public ranks. */
export const referenceOwnLine = (
  input: BoardInput,
  { participationId, teamId }: BoardTeam,
): ScoreboardItem => {
  const { items, challenges } = referenceBoard(input)
  const line = items.find(({ id }) => id === teamId)
  if (line === undefined) throw new Error('a team that is not on the board')
  const since = firstOfEachPair({ ...input, until: null })
    .filter((solve) => solve.participationId === participationId && solve.time >= (input.until ?? Infinity))
    .filter(({ challengeId }) => challenges.some(({ id }) => id === challengeId))
    .filter(({ challengeId }) => !line.solvedChallenges.some(({ id }) => id === challengeId))
    .toSorted((a, b) => a.time - b.time || a.submissionId - b.submissionId)
  const division = input.divisions.find(({ id }) => id === line.divisionId)
  const counts = ({ challengeId, time }: Solve): boolean => {
    const { deadline = null } = challenges.find(({ id }) => id === challengeId) ?? {}
    const mask = division?.challengeConfigs.get(challengeId) ?? division?.defaultPermissions ?? -1
    const isLate = time >= input.game.end || (deadline !== null && time > deadline)
    return time >= input.game.start && !isLate && (mask & gamePermissions.GetScore) !== 0
  }
  const valueOf = ({ challengeId }: Solve): number =>
    challenges.find(({ id }) => id === challengeId)?.score ?? 0
  const all = [
    ...line.solvedChallenges,
    ...since.map((solve) => ({
      id: solve.challengeId,
      score: counts(solve) ? valueOf(solve) : 0,
      type: 'Normal' as const,
      userName: solve.userName,
      time: solve.time,
    })),
  ]
  return {
    ...line,
    score: all.reduce((sum, { score }) => sum + score, 0) + (line.adjustment ?? 0),
    lastSubmissionTime: Math.max(line.lastSubmissionTime, ...since.filter(counts).map(({ time }) => time)),
    solvedChallenges: all,
    solvedCount: all.length,
  }
}

const yearOne = Date.parse('0001-01-01T00:00:00Z')

const firstOfEachPair = ({ solves: all, teams, challenges, until }: BoardInput): Solve[] => {
  const solves = until === null ? all : all.filter(({ time }) => time < until)
  return solves.filter(
    (solve, index) =>
      teams.some((team) => team.participationId === solve.participationId) &&
      challenges.some((challenge) => challenge.id === solve.challengeId) &&
      !solves
        .slice(0, index)
        .some(
          (other) =>
            other.participationId === solve.participationId && other.challengeId === solve.challengeId,
        ),
  )
}

const bonusParts = (packed: number): number[] => {
  const parts = [packed >> 20, (packed >> 10) & 1023, packed & 1023]
  return parts.some((part) => part > 1000) ? [50, 30, 10] : parts
}

const bonusPoints = (score: number, permille: number): number => {
  const single = new Float32Array([permille / 1000])
  single[0] = (single[0] ?? 0) + 1
  single[0] = (single[0] ?? 0) * score
  const product = single[0] ?? 0
  const [below, above] = [Math.floor(product), Math.ceil(product)]
  if (product - below === above - product) return below % 2 === 0 ? below : above
  return product - below < above - product ? below : above
}

/** What is in force at the end of what the board shows, or, with `before`, in the moment before a time. */
const byHand = ({ adjustments, until }: BoardInput, team: BoardTeam, before = until ?? Infinity): number =>
  adjustments
    .filter(({ participationId }) => participationId === team.participationId)
    .filter(({ time, revokedAt }) => time < before && (revokedAt === null || revokedAt >= before))
    .reduce((sum, { points }) => sum + points, 0)

const timelinesOf = (items: readonly ScoreboardItem[], input: BoardInput): TimeLineItem[] => {
  const lineOf = ({ id, name, solvedChallenges }: ScoreboardItem): TopTimeLine => {
    const team = input.teams.find(({ teamId }) => teamId === id)
    const until = input.until ?? Infinity
    const scoreAfter = (solves: number, before: number): number =>
      solvedChallenges.slice(0, solves).reduce((sum, { score }) => sum + score, 0) +
      (team === undefined ? 0 : byHand(input, team, before))
    const moments = new Set(
      input.adjustments
        .filter(({ participationId }) => participationId === team?.participationId)
        .flatMap(({ time, revokedAt }) => [time, revokedAt ?? Infinity])
        .filter((time) => time < until)
        .filter((time) => scoreAfter(0, time) !== scoreAfter(0, time + 1)),
    )
    return {
      id,
      name,
      items: [
        ...solvedChallenges.map(({ time }, index) => ({ time, score: scoreAfter(index + 1, time) })),
        ...[...moments].map((time) => ({
          time,
          score: scoreAfter(solvedChallenges.filter((solve) => solve.time <= time).length, time + 1),
        })),
      ].toSorted((a, b) => a.time - b.time),
    }
  }
  const overall = items.filter(({ rank }) => rank >= 1 && rank <= 10).map(lineOf)
  const divisions = [...new Set(items.flatMap(({ divisionId }) => divisionId ?? []))]
  return [
    { divisionId: 0, teams: overall },
    ...divisions.map((id) => ({
      divisionId: id,
      teams: items
        .filter(({ divisionId, divisionRank }) => divisionId === id && (divisionRank ?? 11) <= 10)
        .map(lineOf),
    })),
  ]
}
