import { createHash } from 'node:crypto'
import { CachedGame } from '../core/game/cached-game.ts'
import { createChallengeTexts } from '../core/game/challenge-texts.ts'
import { readChanges } from '../core/game/changes.ts'
import type { Game } from '../core/game/game.ts'
import { publicBoard } from '../core/game/public-board.ts'
import { createCachedGameStore } from '../core/game/store.ts'
import { createBoardWriter } from '../modules/scoreboard/write-board.ts'
import type { Db } from '../ports/database.ts'
import type { Manifest } from './manifest.ts'

export type BoardHash = Manifest['boards'][number]

type Standing = {
  id: number
  rank: number
  score: number
  solvedChallenges: readonly { id: number; score: number; time: number }[]
}

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** What a later version, which may say more on a board, must answer all the same. */
const standingsOf = (items: readonly Standing[]): string =>
  JSON.stringify(
    items.map(({ id, rank, score, solvedChallenges }) => [
      ...[id, rank, score],
      solvedChallenges.map((solve) => [solve.id, solve.score, solve.time]),
    ]),
  )

/** The live boards of all games. `db` must be of one moment. */
export const boardHashes = async (db: Db): Promise<BoardHash[]> => {
  const games = await db.selectFrom('game').select('id').orderBy('id').execute()
  const hashes: BoardHash[] = []
  for (const { id } of games) {
    const hash = await hashOf(db, id)
    if (hash !== null) hashes.push(hash)
  }
  return hashes
}

/** Null for a game that is being deleted. */
export const readGame = async (db: Db, gameId: number): Promise<Game | null> => {
  const store = createCachedGameStore(db)
  const cached = new CachedGame(gameId)
  const changes = await readChanges(store, gameId, cached.known, createChallengeTexts(store.challengeText))
  if (changes === null) return null
  cached.apply(changes)
  return cached.game ?? null
}

const hashOf = async (db: Db, gameId: number): Promise<BoardHash | null> => {
  const game = await readGame(db, gameId)
  if (game === null) return null
  const writing = createBoardWriter().write(publicBoard(game, 'staff', 0), game.settings.bloodBonus)
  let portion = writing.next()
  while (portion.done !== true) portion = writing.next()
  const { bytes, items } = portion.value
  return { gameId, sha256: sha256(bytes), standings: sha256(standingsOf(items)) }
}

/** Of a server's answer. */
export const answerHash = (gameId: number, answer: Buffer): BoardHash => {
  // Our own server's answer to a declared route.
  const { items } = JSON.parse(answer.toString('utf8')) as { items: Standing[] }
  return { gameId, sha256: sha256(answer), standings: sha256(standingsOf(items)) }
}
