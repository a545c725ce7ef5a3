import { ApiProblem } from '../../api/problem.ts'
import { type Board, parseBoard } from './board.ts'
import type { Read } from './read-board.worker.ts'

/** From here on reading an answer would make the page stumble. */
const bigBytes = 400_000

/** Reads the answer of the server: a big one beside the page. */
export const readBoard = async (response: Response, signal: AbortSignal): Promise<Board> => {
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

const readBeside = (bytes: ArrayBuffer, signal: AbortSignal): Promise<Board> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('read-board.worker.ts', import.meta.url), { type: 'module' })
    const end = (): void => {
      worker.terminate()
      signal.removeEventListener('abort', aborted)
    }
    const aborted = (): void => {
      end()
      reject(new DOMException('given up', 'AbortError'))
    }
    signal.addEventListener('abort', aborted)
    worker.addEventListener('message', ({ data }: MessageEvent<Read>) => {
      end()
      if ('board' in data) resolve(data.board)
      else reject(new Error(data.fault))
    })
    worker.addEventListener('error', ({ message }) => {
      end()
      reject(new Error(message))
    })
    worker.postMessage(bytes, [bytes])
  })
