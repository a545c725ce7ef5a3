import { readRecord } from '@pennant/contract/record'
import type { Api } from '../api/client.ts'

/** As bytes, for a worker to read. The browser keeps it, and asks only whether it is still the same. */
export const askRecord = async (api: Api, id: number, signal: AbortSignal): Promise<ArrayBuffer> =>
  (await api.ask(readRecord, { params: { id }, signal })).arrayBuffer()
