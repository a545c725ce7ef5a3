import { readLiveScoreboard, readScoreboard, type Scoreboard } from '@pennant/contract/scoreboard'
import type { Api } from './client.ts'
import { readRecord } from '@pennant/contract/record'

export const askLiveBoard = async (api: Api, id: number, signal: AbortSignal): Promise<Scoreboard> => {
  const board = await api.call(readScoreboard, { params: { id }, signal })
  return board.frozenAt === undefined ? board : api.call(readLiveScoreboard, { params: { id }, signal })
}

/** As bytes, for a worker to read. The browser keeps it, and asks only whether it is still the same. */
export const askRecord = async (api: Api, id: number, signal: AbortSignal): Promise<ArrayBuffer> =>
  (await api.ask(readRecord, { params: { id }, signal })).arrayBuffer()
