import { readLiveScoreboard, readScoreboard, type Scoreboard } from '@pennant/contract/scoreboard'
import type { Api } from './client.ts'

/** Of now, for those who may watch the game: the board that everyone gets stands still while it is frozen. */
export const askLiveBoard = async (api: Api, id: number, signal: AbortSignal): Promise<Scoreboard> => {
  const board = await api.call(readScoreboard, { params: { id }, signal })
  return board.frozenAt === undefined ? board : api.call(readLiveScoreboard, { params: { id }, signal })
}
