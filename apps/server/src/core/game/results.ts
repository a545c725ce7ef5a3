import type { Scoreboard } from '@pennant/contract/scoreboard'
import type { Game } from './game.ts'
import { createResultsStore, type StoredResults } from './store-results.ts'
import type { Db } from '../../ports/database.ts'

export type PublishedResults = Omit<StoredResults, 'board'> & { publishedAt: number; board: Scoreboard }

/** Changes whenever results are published or withdrawn, and not with solves. */
export const resultsKey = ({
  id,
  shapeVersion,
  settings,
}: Pick<Game, 'id' | 'settings' | 'shapeVersion'>): string => `${id} ${shapeVersion} ${settings.resultsAt}`

/** The newest revision. Null while none are published. */
export const publishedResults = async (db: Db, gameId: number): Promise<PublishedResults | null> => {
  const store = createResultsStore(db)
  const publishedAt = await store.publishedAt(gameId)
  const stored = publishedAt === null ? undefined : await store.read(gameId)
  if (publishedAt === null || stored === undefined) return null
  return { ...stored, publishedAt, board: JSON.parse(stored.board) as Scoreboard }
}
