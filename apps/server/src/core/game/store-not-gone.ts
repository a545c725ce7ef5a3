import { sql } from 'kysely'

/** For queries of `game`: false for one that is being deleted. */
export const isNotGone = sql<boolean>`
  not exists (select from game_ledger where game_ledger.game_id = game.id and game_ledger.gone)
`
