import type { GameNotice } from '@pennant/contract/hub'
import { type Game, type GameParticipation, type GameSolve, noticeCount, type OwnChange } from './game.ts'
import { type Boards, boardsOf } from './boards.ts'
import type { Changes, Known } from './changes.ts'

export class CachedGame {
  game: Game | undefined
  heard = -1
  doubts = 0
  doubtsSettled = 0
  /** More than solves and notices has changed: the old state must not be shown. */
  urgent = false
  checkedAt = 0
  usedAt = 0
  private boards: Boards | undefined
  private solves: GameSolve[] = []
  private readonly solved = new Map<number, Set<number>>()
  private names: ReadonlyMap<string, string> = new Map()
  readonly id: number

  constructor(id: number) {
    this.id = id
  }

  get known(): Known {
    return { revision: this.game?.revision ?? -1, lastSolve: this.solves.at(-1)?.submissionId ?? 0 }
  }

  get behind(): boolean {
    return this.doubts > this.doubtsSettled || this.heard > this.known.revision
  }

  /**
   * Returns the solves that are new. Reads can overlap: a result older than the current revision changes nothing.
   */
  apply({ ledger, setup, teams, solves, notices, ...changes }: Changes): readonly GameSolve[] {
    const before = this.game
    if (before !== undefined && ledger.revision <= before.revision) return []
    const settings = setup?.settings ?? before?.settings
    const divisions = setup?.divisions ?? before?.divisions
    const challenges = setup?.challenges ?? before?.challenges
    const participations = teams?.participations ?? before?.participations
    const registrations = teams?.registrations ?? before?.registrations
    if (!settings || !divisions || !challenges || !participations || !registrations)
      throw new Error(`game ${this.id} was read in part`)

    if (teams !== null) this.names = teams.names
    if (solves?.replace === true) {
      this.solves = []
      this.solved.clear()
    }
    const added = this.note(solves?.rows ?? [])
    const areRenamed = teams !== null && this.rename()
    const same = setup === null && teams === null && solves?.replace !== true
    const adjustments = changes.adjustments ?? before?.adjustments ?? []
    const parts = { settings, divisions, challenges, participations, solves: this.solves, adjustments }
    const keepsBoard =
      before !== undefined &&
      setup === null &&
      changes.adjustments === null &&
      solves?.replace !== true &&
      !areRenamed &&
      haveSameTeams(before.participations, participations)
    const boards = (keepsBoard ? this.boards : undefined) ?? boardsOf(parts)
    if (boards === this.boards) for (const solve of added) boards.add(solve)
    this.boards = boards
    const shape = Math.max(ledger.setup, ledger.teams, ledger.purge, ledger.points)
    const boardVersion = Math.max(shape, ledger.solves)

    this.game = {
      id: this.id,
      revision: ledger.revision,
      boardVersion,
      shownVersion: ledger.shown ?? boardVersion,
      shapeVersion: keepsBoard ? before.shapeVersion : shape,
      boardAt: ledger.board_at,
      noticesVersion: ledger.notices,
      noticesAt: ledger.notices_at,
      settings,
      divisions,
      challenges,
      participations,
      registrations,
      board: boards.live,
      frozen: boards.frozen,
      solves: this.solves,
      adjustments,
      notices: notices ?? before?.notices ?? [],
      latestSolve: latestOf(this.solves, same ? (before?.latestSolve ?? 0) : 0),
      hasSolved: (participationId, challengeId) =>
        this.solved.get(participationId)?.has(challengeId) ?? false,
    }
    return before === undefined || solves?.replace === true ? [] : added
  }

  /** Returns the solves that are new; null when another change came in between and must be read first. */
  applyOwn({ from, to, shown, boardAt, noticesAt, solves, notices }: OwnChange): readonly GameSolve[] | null {
    const before = this.game
    if (before === undefined || before.revision !== from) return null
    const added = this.note(solves)
    for (const solve of added) this.boards?.add(solve)
    this.game = {
      ...before,
      revision: to,
      latestSolve: latestOf(solves, before.latestSolve),
      ...(solves.length === 0 ? {} : { boardVersion: to, shownVersion: shown ?? to, boardAt }),
      ...(notices.length === 0
        ? {}
        : {
            noticesVersion: to,
            noticesAt,
            notices: merged(before.notices, notices),
          }),
    }
    return added
  }

  private note(solves: readonly GameSolve[]): GameSolve[] {
    const added: GameSolve[] = []
    for (const solve of solves) {
      const ofTeam = this.solved.get(solve.participationId) ?? new Set()
      this.solved.set(solve.participationId, ofTeam)
      if (ofTeam.has(solve.challengeId)) continue
      ofTeam.add(solve.challengeId)
      const named = this.named(solve)
      this.solves.push(named)
      added.push(named)
    }
    return added
  }

  private rename(): boolean {
    const before = this.solves
    this.solves = before.map((solve) => this.named(solve))
    return this.solves.some((solve, index) => solve !== before[index])
  }

  private named(solve: GameSolve): GameSolve {
    const userName = solve.userId === null ? null : (this.names.get(solve.userId) ?? solve.userName)
    return userName === solve.userName ? solve : { ...solve, userName }
  }
}

type Participations = Game['participations']

/** Joining teams and members are on no board yet, and building one takes long. */
const haveSameTeams = (some: Participations, others: Participations): boolean => {
  const before = onBoard(some)
  const after = onBoard(others)
  return before.length === after.length && before.every((one, index) => isSameTeam(one, after[index]))
}

const onBoard = (participations: Participations): GameParticipation[] =>
  [...participations.values()].filter(({ status }) => status === 'Accepted')

const isSameTeam = (one: GameParticipation, other: GameParticipation | undefined): boolean =>
  one.id === other?.id &&
  one.teamId === other.teamId &&
  one.teamName === other.teamName &&
  one.teamBio === other.teamBio &&
  one.teamAvatarHash === other.teamAvatarHash &&
  one.divisionId === other.divisionId &&
  one.token === other.token

const latestOf = (solves: readonly GameSolve[], before: number): number => {
  let latest = before
  for (const { time } of solves) if (time > latest) latest = time
  return latest
}

const merged = (held: readonly GameNotice[], added: readonly GameNotice[]): GameNotice[] =>
  [...added, ...held].toSorted((a, b) => b.time - a.time || b.id - a.id).slice(0, noticeCount)
