import type { NoticeType } from '@pennant/contract/enums'
import { hubEvents, type GameNotice } from '@pennant/contract/hub'
import type { Live } from '../../live/live.ts'
import type { Db } from '../../ports/database.ts'
import { noticeOf } from './assemble.ts'

type NewNotice = { type: NoticeType; values: readonly string[]; time: Date }

/** Only in a transaction that has advanced the notices of the game; call `tellNotices` after the commit. */
export const insertNotice = async (
  db: Db,
  gameId: number,
  { type, values, time }: NewNotice,
): Promise<GameNotice> =>
  noticeOf(
    await db
      .insertInto('notice')
      .values({ game_id: gameId, type, values: [...values], time })
      .returning(['id', 'type', 'values', 'time'])
      .executeTakeFirstOrThrow(),
  )

export const tellNotices = (
  live: Pick<Live, 'toPlayers'>,
  gameId: number,
  notices: readonly GameNotice[],
): void => {
  for (const notice of notices) live.toPlayers(gameId, hubEvents.ReceivedGameNotice, notice)
}
