import type { SearchNews } from './search.worker.ts'
import { answerOf, type Task } from './work.ts'

export const solve = (task: Task, onTries: (tries: number) => void, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('search.worker.ts', import.meta.url), { type: 'module' })
    const end = (): void => {
      worker.terminate()
      signal.removeEventListener('abort', aborted)
    }
    const aborted = (): void => {
      end()
      reject(new DOMException('aborted', 'AbortError'))
    }
    signal.addEventListener('abort', aborted)
    worker.addEventListener('message', ({ data }: MessageEvent<SearchNews>) => {
      if (data.kind === 'tried') return onTries(data.tries)
      end()
      resolve(answerOf(task, data.answer))
    })
    worker.addEventListener('error', (event) => {
      end()
      reject(new Error(event.message))
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(task)
  })
