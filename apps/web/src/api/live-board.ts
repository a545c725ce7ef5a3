import { readLiveScoreboard, readScoreboard, type Scoreboard } from '@pennant/contract/scoreboard'
import type { Api } from './client.ts'

export const askLiveBoard = async (api: Api, id: number, signal: AbortSignal): Promise<Scoreboard> => {
  const board = await api.call(readScoreboard, { params: { id }, signal })
  return board.frozenAt === undefined ? board : api.call(readLiveScoreboard, { params: { id }, signal })
}
