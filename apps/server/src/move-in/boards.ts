import {
  type BoardChallenge,
  boardDifference,
  type BoardLine,
  type BoardRows,
  literalBoard,
} from '@pennant/interchange/compatible/board'
import type { Known } from '@pennant/interchange/compatible/known'
import type { Row } from '@pennant/interchange/compatible/row'
import type { ScoreboardItem } from '@pennant/contract/scoreboard'
import type { Source } from '../adapters/sql/move-in/source.ts'
import { readGame } from '../backup/boards.ts'
import { publicBoard } from '../core/game/public-board.ts'
import type { Db } from '../ports/database.ts'

export type BoardProof = { game: number; teams: number; difference: string | null }

/** Compares what was written with what was read. `db` sees what was written. */
export const proveBoards = async (source: Source, known: Known, db: Db): Promise<BoardProof[]> => {
  const proofs: BoardProof[] = []
  for (const id of known.games) {
    const theirs = literalBoard(await rowsOf(source, known, id))
    const game = await readGame(db, id)
    const ours = game === null ? [] : publicBoard(game, 'staff', 0).board.items().map(lineOf)
    proofs.push({ game: id, teams: theirs.length, difference: boardDifference(theirs, ours) })
  }
  return proofs
}

const lineOf = (item: ScoreboardItem): BoardLine => ({
  teamId: item.id,
  ...{ score: item.score, rank: item.rank, divisionId: item.divisionId, divisionRank: item.divisionRank },
  lastTime: item.lastSubmissionTime,
  solves: item.solvedChallenges
    .map(({ id, score, time }) => ({ challengeId: id, score, time }))
    .toSorted((a, b) => a.challengeId - b.challengeId),
})

// What has no number has its default, as in what is written: times before and after all time, and no numbers.
const milliseconds = (column: string): string =>
  `case when ${column} >= '0001-01-01 00:00:00+00' and ${column} < '10000-01-01 00:00:00+00'
    then floor(extract(epoch from ${column}) * 1000)::bigint end`
const finite = (column: string): string =>
  `case when ${column} between '-1e308'::double precision and '1e308'::double precision then ${column} end`
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
const momentOrLast = (column: string): string =>
  `coalesce(case when ${column} = 'infinity' then ${lastMoment} end, ${milliseconds(column)})`

/** By queries of its own, so that it doesn't depend on how rows are mapped. What is empty has its default, what is lost is left out. */
const rowsOf = async (source: Source, known: Known, id: number): Promise<BoardRows> => {
  const read = async <T>(query: string): Promise<T[]> => {
    const found: Row[] = []
    for await (const rows of source.rows(query)) found.push(...rows)
    // The query says what it selects.
    return found as T[]
  }
  const [game] = await read<Pick<BoardRows, 'start' | 'end' | 'bloodBonus'>>(`
    select coalesce(${momentOrLast('"StartTimeUtc"')}, 0) as start,
      coalesce(${momentOrLast('"EndTimeUtc"')}, ${momentOrLast('"StartTimeUtc"')}, 0) as end,
      case when "BloodBonus" between 0 and 2147483647 then "BloodBonus" else 52459530 end as "bloodBonus"
    from "Games" where "Id" = ${id} limit 1`)
  const divisions = await read<{ id: number; permissions: number }>(
    `select "Id" as id, coalesce("DefaultPermissions", 2147483647) as permissions from "Divisions" where "GameId" = ${id}`,
  )
  const rules = await read<{ division: number; challenge: number; permissions: number }>(
    `select c."DivisionId" as division, c."ChallengeId" as challenge, coalesce(c."Permissions", 2147483647) as permissions
     from "DivisionChallengeConfig" c join "Divisions" d on d."Id" = c."DivisionId" where d."GameId" = ${id}`,
  )
  const challenges = await read<BoardChallenge>(
    `select "Id" as id, coalesce("IsEnabled", false) as "isEnabled",
       greatest(0, coalesce("OriginalScore", 1000)) as "originalScore",
       least(1, greatest(0, coalesce(${finite('"MinScoreRate"')}, 0.25))) as "minScoreRate",
       least(1e9, greatest(0.000001, coalesce(${finite('"Difficulty"')}, 5))) as difficulty,
       case when "DeadlineUtc" < 'infinity' then coalesce(${milliseconds('"DeadlineUtc"')}, 0) end as deadline,
       not coalesce("DisableBloodBonus", false) as "hasBonus"
     from "GameChallenges" where "GameId" = ${id}`,
  )
  const participations = await read<BoardRows['participations'][number]>(
    `select "Id" as id, "TeamId" as "teamId", "DivisionId" as "divisionId" from "Participations"
     where "GameId" = ${id} and "Status" = 1 order by "Id"`,
  )
  const solves = await read<BoardRows['solves'][number]>(
    `select distinct on (f."ParticipationId", f."ChallengeId") f."ParticipationId" as "participationId",
       f."ChallengeId" as "challengeId", s."Id" as "submissionId", ${milliseconds('s."SubmitTimeUtc"')} as time
     from "FirstSolves" f join "Submissions" s on s."Id" = f."SubmissionId"
     where s."GameId" = ${id} and s."ParticipationId" = f."ParticipationId" and s."ChallengeId" = f."ChallengeId"
       and s."SubmitTimeUtc" is not null
     order by f."ParticipationId", f."ChallengeId"`,
  )
  return {
    ...{ start: game?.start ?? 0, end: game?.end ?? 0, bloodBonus: game?.bloodBonus ?? 0 },
    divisions: new Map(
      divisions.map((one) => [
        one.id,
        {
          permissions: one.permissions,
          challenges: new Map(
            rules
              .filter(({ division }) => division === one.id)
              .map((rule) => [rule.challenge, rule.permissions]),
          ),
        },
      ]),
    ),
    challenges: challenges.filter((one) => known.challenges.get(one.id)?.gameId === id),
    participations: participations
      .filter((one) => known.participations.get(one.id)?.gameId === id)
      .map((one) => ({
        ...one,
        divisionId: known.divisions.get(one.divisionId ?? 0) === id ? one.divisionId : null,
      })),
    solves: solves.filter(({ submissionId }) => known.firstSolves.has(submissionId)),
  }
}
