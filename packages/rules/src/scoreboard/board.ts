import { gamePermissions } from '@pennant/contract/enums'
import type { ChallengeInfo, DivisionItem, ScoreboardItem, TimeLineItem } from '@pennant/contract/scoreboard'
import { unpackBloodBonus } from '../scoring/blood-bonus.ts'
import { movesByTeam } from './adjustment.ts'
import type { BoardInput, Solve } from './board-input.ts'
import { createChallengeTally, inShownOrder, settleChallenge } from './challenge.ts'
import { countSolve, countSolves, permissionsOf, tallyOf, type Tables } from './count.ts'
import { groupByTeam } from './group-by-team.ts'
import { createDivisionRules, presentDivision } from './division.ts'
import { createIndexOf } from './index-of.ts'
import { rankTeams } from './rank.ts'
import { createStandings } from './standing.ts'
import { createTeamTally, showFresh, valueSolves } from './team.ts'
import { createTimelines } from './timeline.ts'

export type {
  Adjustment,
  BoardChallenge,
  BoardDivision,
  BoardInput,
  BoardTeam,
  Solve,
} from './board-input.ts'

/** Answers never change, and unchanged parts keep their object, so that encoded text can be reused. */
export type Board = {
  /** In any order of time. A second solve of a challenge by the same team is ignored. */
  add(solve: Solve): void
  /** What `items` would do in one go, in portions; yields how many solves each took. Solves may be added in between. */
  settling(): Iterable<number>
  items(): readonly ScoreboardItem[]
  itemOf(participationId: number): ScoreboardItem | undefined
  /** By category in the order of the enumeration, then by position, then by title. */
  challenges(): readonly ChallengeInfo[]
  challengeOf(id: number): ChallengeInfo | undefined
  /** What the solve would bring without blood, on the board or not. Null if it doesn't score. */
  worthOf(solve: Solve): number | null
  divisions(): readonly DivisionItem[]
  /** The overall timeline, then one for each division that has a team. */
  timelines(): readonly TimeLineItem[]
}

export const createBoard = (input: BoardInput): Board => {
  const { game, divisions, challenges, teams, solves, until } = input
  const bonus = unpackBloodBonus(game.bloodBonus)
  const rulesOf = createDivisionRules(divisions, challenges)
  const rules = teams.map(({ divisionId }) => rulesOf(divisionId))
  const challengeTallies = challenges.map(createChallengeTally)
  const tables: Tables = {
    game,
    until,
    teamIndex: createIndexOf(teams.map(({ participationId }) => participationId)),
    challengeIndex: createIndexOf(challenges.map(({ id }) => id)),
    challenges: challengeTallies,
    permissions: rules.map(({ permissions }) => permissions),
    standings: createStandings(teams.length, challenges.length),
  }
  const movesOf = movesByTeam(input)
  const groups = groupByTeam(solves, countSolves(tables, solves), teams.length)
  const teamTallies = teams.map((team, index) =>
    createTeamTally(team, index, rules[index] ?? rulesOf(null), {
      moves: movesOf(team.participationId),
      fresh: groups[index] ?? [],
    }),
  )

  const shownDivisions = divisions.map(presentDivision)
  const shownChallenges = challengeTallies.toSorted(inShownOrder)
  const ranking = [...teamTallies]
  const timelines = createTimelines(
    new Map(
      teamTallies.flatMap(({ team: { teamId }, moves }) => (moves.length === 0 ? [] : [[teamId, moves]])),
    ),
  )
  let infos: readonly ChallengeInfo[] = []
  let items: readonly ScoreboardItem[] = []
  let infosAreStale = true
  let itemsAreStale = true

  const settleInfos = (): readonly ChallengeInfo[] => {
    if (!infosAreStale) return infos
    infosAreStale = false
    const now = shownChallenges.map((tally) => settleChallenge(tally, bonus, teams))
    if (now.length !== infos.length || now.some((info, index) => info !== infos[index])) infos = now
    return infos
  }

  function* settling(): Generator<number, void> {
    if (!itemsAreStale) return
    settleInfos()
    for (const challenge of challengeTallies) yield valueSolves(challenge, teamTallies, tables.standings)
    for (const team of teamTallies) yield showFresh(team, tables)
  }

  const settleItems = (): readonly ScoreboardItem[] => {
    if (!itemsAreStale) return items
    const portions = settling()
    while (portions.next().done !== true);
    itemsAreStale = false
    items = rankTeams(ranking)
    return items
  }

  return {
    add(solve) {
      const team = teamTallies[countSolve(tables, solve)]
      if (team === undefined) return
      team.fresh.push(solve)
      infosAreStale = true
      itemsAreStale = true
    },
    settling,
    items: settleItems,
    itemOf(participationId) {
      settleItems()
      return teamTallies[tables.teamIndex(participationId)]?.item ?? undefined
    },
    challenges: settleInfos,
    challengeOf(id) {
      settleInfos()
      return tallyOf(tables, { challengeId: id })?.info ?? undefined
    },
    worthOf(solve) {
      settleInfos()
      const team = tables.teamIndex(solve.participationId)
      const tally = tallyOf(tables, solve)
      if (team < 0 || tally?.info == null) return null
      const permissions = permissionsOf(tables, solve, team, tally)
      return (permissions & gamePermissions.GetScore) === 0 ? null : tally.info.score
    },
    divisions: () => shownDivisions,
    timelines: () => timelines.of(settleItems()),
  }
}
