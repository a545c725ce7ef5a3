import { changesSpreadMs } from '@pennant/contract/board-pace'
import { hubEvents, type ScoreboardVersion, type TeamChange } from '@pennant/contract/hub'
import type { ScoreboardItem, SolveNews } from '@pennant/contract/scoreboard'
import { hidesSince, ownLine } from '@pennant/rules/scoreboard/freeze'
import { byTeam, type FreshSolve, passedBy, solveNewsOf, solvesSince } from '@pennant/rules/scoreboard/solves'
import { bloodPlaceOf } from '@pennant/rules/scoring/blood-bonus'
import { LRUCache } from 'lru-cache'
import type { Core } from '../../core/core.ts'
import type { Game, GameSolve } from '../../core/game/game.ts'
import { type PublicBoard, publicBoard } from '../../core/game/public-board.ts'
import { presentOwn, presentSolver } from './present.ts'
import type { Snapshots } from './snapshots.ts'

type Teams = ReturnType<typeof byTeam>
/** What was told last, and the shape of the board that it belongs to. */
type Told = { shapeVersion: number; teams: Teams }
type Shown = {
  board: PublicBoard
  items: readonly ScoreboardItem[]
  teams: Teams
  before: Teams
  fresh: readonly FreshSolve[]
}

const mostGames = 32
const mostSolves = 20
const mostNames = 2
// Larger boards are settled in portions by who writes them.
const mostTeams = 1_000

/** Each process tells its own clients, as soon as they find the solve on the board. */
export const createBoardNews = (
  { clock, games, live }: Pick<Core, 'clock' | 'games' | 'live'>,
  snapshots: Pick<Snapshots, 'latest'>,
) => {
  const told = new LRUCache<number, Told>({ max: mostGames })
  const waiting = new Map<number, { solve: GameSolve; version: number }[]>()

  const itemsOf = (game: Game, { board, shapeVersion }: PublicBoard): readonly ScoreboardItem[] | null => {
    const latest = snapshots.latest(game.id, 'everyone')
    if (latest?.isLarge === true) return latest.shapeVersion === shapeVersion ? latest.items : null
    return game.participations.size > mostTeams ? null : board.items()
  }

  /** Null where solves are no news for everyone. */
  const look = (game: Game, board: PublicBoard | null): Shown | null => {
    const items = board === null || board.frozenAt !== null ? null : itemsOf(game, board)
    if (board === null || items === null) {
      told.delete(game.id)
      return null
    }
    const { shapeVersion } = board
    const known = told.get(game.id)
    const before: Teams = known?.shapeVersion === shapeVersion ? known.teams : new Map()
    const teams = byTeam(items)
    told.set(game.id, { shapeVersion, teams })
    return { board, items, teams, before, fresh: solvesSince(before, items) }
  }

  const take = (gameId: number, version: number): readonly GameSolve[] => {
    const all = waiting.get(gameId) ?? []
    const later = all.filter((one) => one.version > version)
    if (later.length === 0) waiting.delete(gameId)
    else waiting.set(gameId, later)
    return all.filter((one) => one.version <= version).map(({ solve }) => solve)
  }

  const toTeam = ({ id }: Game, solve: GameSolve, news: () => Partial<TeamChange>): void =>
    live.toTeamHere(id, solve.participationId, hubEvents.ReceivedTeamChange, () => ({
      ...presentSolver(id, solve),
      ...news(),
    }))

  const newsOf = (game: Game, shown: Shown, { participationId, challengeId }: GameSolve) => {
    const item = shown.teams.get(game.participations.get(participationId)?.teamId ?? 0)
    const solve = item?.solvedChallenges.find(({ id }) => id === challengeId)
    if (item === undefined || solve === undefined) return {}
    const fresh = shown.fresh.find((one) => one.item === item && one.solve === solve)
    const passed = fresh === undefined ? [] : passedBy(fresh, shown.before, shown.items)
    return {
      ...presentOwn({ item, solve }),
      place: bloodPlaceOf(solve.type),
      rank: item.rank,
      ...(fresh === undefined ? {} : { rankBefore: fresh.before.rank }),
      ...(passed.length === 0
        ? {}
        : { passed: { names: passed.slice(0, mostNames).map(({ name }) => name), count: passed.length } }),
    }
  }

  const frozenNewsOf = (game: Game, board: PublicBoard | null, solved: GameSolve) => {
    if (board?.frozenAt == null) return {}
    const { participationId, challengeId } = solved
    const item = ownLine(board.board, participationId, game.frozen?.hiddenOf(participationId) ?? [])
    const solve = item?.solvedChallenges.find(({ id }) => id === challengeId)
    return item === undefined || solve === undefined ? {} : presentOwn({ item, solve })
  }

  const presentAll = ({ board, fresh }: Shown): SolveNews[] =>
    fresh.slice(-mostSolves).flatMap((one) => {
      const info = board.board.challengeOf(one.solve.id)
      return info === undefined ? [] : [solveNewsOf(one, info, one.before.rank)]
    })

  const versionOf = (gameId: number, version: number): ScoreboardVersion => {
    const { bytes = 0 } = snapshots.latest(gameId, 'everyone') ?? {}
    return { gameId, version, spreadMs: changesSpreadMs(live.playersHere(gameId), bytes) }
  }

  const boardOf = (game: Game): PublicBoard | null => publicBoard(game, 'everyone', clock.now())

  /** Remembers where teams stood before the first solve on a board of a new shape. */
  const changed = (gameId: number): void => {
    const game = games.peek(gameId)
    if (game !== null && told.get(gameId)?.shapeVersion !== game.shapeVersion) look(game, boardOf(game))
  }

  return {
    solved(game: Game, solves: readonly GameSolve[]): void {
      for (const solve of solves)
        if (!hidesSince(game.settings, solve.time))
          waiting.set(game.id, [...(waiting.get(game.id) ?? []), { solve, version: game.shownVersion }])
        // The board doesn't move, and nobody else hears of it.
        else toTeam(game, solve, () => frozenNewsOf(game, boardOf(game), solve))
    },

    changed,

    /** Read, not changed: only clients that missed a change don't know it. */
    loaded(gameId: number, version: number): void {
      changed(gameId)
      live.toPlayersHere(gameId, hubEvents.ReceivedScoreboardVersion, versionOf(gameId, version), false)
    },

    /** Readers get this version from now on. */
    shown(gameId: number, version: number): void {
      const solves = take(gameId, version)
      const game = games.peek(gameId)
      const board = game && boardOf(game)
      const shown = game && look(game, board)
      if (game !== null)
        for (const solve of solves)
          toTeam(game, solve, () =>
            shown === null ? frozenNewsOf(game, board, solve) : newsOf(game, shown, solve),
          )
      const fresh = shown === null ? [] : presentAll(shown)
      const message: ScoreboardVersion = {
        ...versionOf(gameId, version),
        ...(fresh.length === 0 ? {} : { solves: fresh }),
      }
      live.toPlayersHere(gameId, hubEvents.ReceivedScoreboardVersion, message)
    },
  }
}
