import type { ChallengeInfo, Scoreboard } from '@pennant/contract/scoreboard'
import type { Board } from '@pennant/rules/scoreboard/board'
import { packBloodBonus, unpackBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import type { Db } from '../../ports/database.ts'
import { boardOf, type BoardParts } from './assemble.ts'
import { createChallengeTexts } from './challenge-texts.ts'
import { readChanges } from './changes.ts'
import { createCachedGameStore } from './store.ts'

/** All that boards are made of. Null when there is no such game. The caller holds the game. */
export const readBoardParts = async (db: Db, gameId: number): Promise<BoardParts | null> => {
  const store = createCachedGameStore(db)
  const nothing = { revision: -1, lastSolve: 0 }
  const all = await readChanges(store, gameId, nothing, createChallengeTexts(store.challengeText))
  if (all?.setup == null) return null
  const { setup, teams, solves, adjustments } = all
  return {
    ...setup,
    participations: teams?.participations ?? new Map(),
    solves: solves?.rows ?? [],
    adjustments: adjustments ?? [],
  }
}

/** The live board without what was solved after the end, which brings no points. */
export const finalBoardOf = (parts: BoardParts): Board => {
  const { end } = parts.settings
  return boardOf({ ...parts, solves: parts.solves.filter(({ time }) => time < end) }, null)
}

/** The same for the same points, whenever it is made. */
export const presentBoard = (board: Board, { settings }: Pick<BoardParts, 'settings'>): Scoreboard => {
  const items = board.items()
  const challenges = board.challenges()
  return {
    updateTimeUtc: settings.end,
    bloodBonus: packBloodBonus(unpackBloodBonus(settings.bloodBonus)),
    timelines: [...board.timelines()],
    items: [...items],
    divisions: [...board.divisions()],
    challenges: byCategory(challenges),
    challengeCount: challenges.length,
  }
}

const byCategory = (challenges: readonly ChallengeInfo[]): Record<string, ChallengeInfo[]> => {
  const groups: Record<string, ChallengeInfo[]> = {}
  for (const challenge of challenges) (groups[challenge.category] ??= []).push(challenge)
  return groups
}
