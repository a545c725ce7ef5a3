import type { GameNotice } from '@pennant/contract/hub'
import type {
  GameAdjustment,
  GameChallenge,
  GameDivision,
  GameParticipation,
  GameSettings,
  GameSolve,
} from './game.ts'
import type { GameLedgerRow } from '../../ports/tables/game.ts'
import {
  adjustmentOf,
  challengesOf,
  divisionsOf,
  noticeOf,
  participationOf,
  settingsOf,
  solveOf,
} from './assemble.ts'
import type { ChallengeTexts } from './challenge-texts.ts'
import type { CachedGameStore } from './store.ts'

/** Revision -1: nothing is known. */
export type Known = { revision: number; lastSolve: number }

type Setup = {
  settings: GameSettings
  divisions: ReadonlyMap<number, GameDivision>
  challenges: ReadonlyMap<number, GameChallenge>
}
type Teams = {
  participations: ReadonlyMap<number, GameParticipation>
  registrations: ReadonlyMap<string, number>
  names: ReadonlyMap<string, string>
}

export type Changes = {
  ledger: Omit<GameLedgerRow, 'game_id'>
  setup: Setup | null
  teams: Teams | null
  /** Without `replace`, these are added to the known solves. */
  solves: { replace: boolean; rows: GameSolve[] } | null
  /** All of them. */
  adjustments: readonly GameAdjustment[] | null
  notices: GameNotice[] | null
}

const untouched = (): Changes['ledger'] => ({
  revision: 0,
  setup: 0,
  teams: 0,
  solves: 0,
  purge: 0,
  points: 0,
  notices: 0,
  shown: null,
  board_at: new Date(0),
  notices_at: new Date(0),
  gone: false,
})

const readSetup = async (
  store: CachedGameStore,
  gameId: number,
  texts: ChallengeTexts,
): Promise<Setup | null> => {
  const settings = await store.settings(gameId)
  if (settings === undefined) return null
  const divisions = await store.divisions(gameId)
  const permissions = await store.permissions(gameId)
  const challenges = await store.challenges(gameId)
  const flags = await store.flags(gameId)
  const attachments = await store.attachments(gameId)
  return {
    settings: settingsOf(settings),
    divisions: divisionsOf(divisions, permissions),
    challenges: challengesOf(challenges, { texts, flags, attachments }),
  }
}

const readTeams = async (store: CachedGameStore, gameId: number): Promise<Teams> => {
  const participations = await store.participations(gameId)
  const registrations = await store.registrations(gameId)
  return {
    participations: new Map(participations.map((row) => [row.id, participationOf(row)])),
    registrations: new Map(registrations.map((row) => [row.user_id, row.participation_id])),
    names: new Map(registrations.map((row) => [row.user_id, row.user_name])),
  }
}

/** Null when there is no such game. Reads must be of one moment, or the caller must hold the game. */
export const readChanges = async (
  store: CachedGameStore,
  gameId: number,
  { revision, lastSolve }: Known,
  texts: ChallengeTexts,
): Promise<Changes | null> => {
  const ledger = (await store.ledger(gameId)) ?? untouched()
  if (ledger.gone) return null
  const setup = ledger.setup > revision ? await readSetup(store, gameId, texts) : null
  if (setup === null && (ledger.setup > revision || ledger.revision === 0)) return null
  const teams = ledger.teams > revision ? await readTeams(store, gameId) : null
  const replace = ledger.purge > revision
  const solves =
    replace || ledger.solves > revision
      ? { replace, rows: (await store.solves(gameId, replace ? 0 : lastSolve)).map(solveOf) }
      : null
  // A game without any has never asked for them.
  const adjustments =
    ledger.points > Math.max(revision, 0) ? (await store.adjustments(gameId)).map(adjustmentOf) : null
  const notices = ledger.notices > revision ? (await store.notices(gameId)).map((row) => noticeOf(row)) : null
  return { ledger, setup, teams, solves, adjustments, notices }
}
