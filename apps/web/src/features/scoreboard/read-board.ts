import { ApiProblem } from '../../api/problem.ts'
import { askWorker } from '../../kit/ask-worker.ts'
import { type Board, parseBoard } from './board.ts'
import type { Read } from './read-board.worker.ts'

/** Parsing a bigger answer would block the page. */
const bigBytes = 400_000

/** `trust`: changes didn't fit once, or again, or the server tells none. */
export type CachedBoard = { tag: string | null; board: Board; trust?: 'doubted' | 'none' }

export const readUnlessCached = async (
  response: Response,
  cached: CachedBoard | undefined,
  signal: AbortSignal,
): Promise<CachedBoard> => {
  const tag = response.headers.get('etag')
  if (cached === undefined || tag === null || tag !== cached.tag)
    return { tag, board: await readBoard(response, signal) }
  await response.body?.cancel()
  return cached
}

const readBoard = async (response: Response, signal: AbortSignal): Promise<Board> => {
  const { status } = response
  if (response.headers.get('content-type')?.includes('json') !== true)
    throw new ApiProblem('unreadable', { status })
  try {
    const bytes = await response.arrayBuffer()
    return bytes.byteLength < bigBytes ? parseBoard(bytes) : await readBeside(bytes, signal)
  } catch (cause) {
    signal.throwIfAborted()
    throw new ApiProblem('unreadable', { status, cause })
  }
}

const readBeside = async (bytes: ArrayBuffer, signal: AbortSignal): Promise<Board> => {
  const worker = new Worker(new URL('read-board.worker.ts', import.meta.url), { type: 'module' })
  const read = await askWorker<Read>(worker, bytes, signal, [bytes])
  if ('board' in read) return read.board
  throw new Error(read.fault)
}
