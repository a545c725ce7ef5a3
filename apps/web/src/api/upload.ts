import type { AnswerOf, ParamsOf, QueryOf, Route } from '@pennant/contract/route'
import { pathOf } from './path.ts'
import { ApiProblem, refusal } from './problem.ts'

type Input<R extends Route> = {
  files: readonly { file: Blob; name: string }[]
  /** The share that is on its way, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
} & ([ParamsOf<R>] extends [undefined] ? { params?: never } : { params: ParamsOf<R> }) &
  ([QueryOf<R>] extends [undefined] ? { query?: never } : { query?: QueryOf<R> })

/**
 * Sends files. By the browser's older interface, as it alone tells how far an upload has come. As long as it gets
 * on there is no limit of time.
 */
export const upload = <R extends Route & { upload: { field: string } }>(
  route: R,
  { files, onProgress, signal, params, query }: Input<R>,
): Promise<AnswerOf<R>> =>
  new Promise((resolve, reject) => {
    const form = new FormData()
    for (const { file, name } of files) form.append(route.upload.field, file, name)
    const request = new XMLHttpRequest()
    request.open(route.method, pathOf(route, params, query))
    request.setRequestHeader('Accept-Language', document.documentElement.lang)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total === 0 ? 1 : loaded / total),
    )
    request.addEventListener('load', () => {
      const body = parsed(request.responseText)
      if (request.status >= 200 && request.status < 300)
        // The server keeps to its own contract.
        resolve((route.answer === 'nothing' ? undefined : body) as AnswerOf<R>)
      else reject(refusal(request.status, body))
    })
    request.addEventListener('error', () => reject(new ApiProblem('unreachable')))
    request.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
