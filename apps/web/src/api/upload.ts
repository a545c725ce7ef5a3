import type { AnswerOf, ParamsOf, QueryOf, Route } from '@pennant/contract/route'
import { askWithRetries, waitIn } from '@pennant/contract/retry'
import type { Api } from './client.ts'
import { fileRefusal, parsed } from './file-refusal.ts'
import { isBroken, sleep } from './http.ts'
import { pathOf } from './path.ts'
import { ApiProblem } from './problem.ts'

type Input<R extends Route> = {
  files: readonly { file: Blob; name: string }[]
  /** From 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
} & ([ParamsOf<R>] extends [undefined] ? { params?: never } : { params: ParamsOf<R> }) &
  ([QueryOf<R>] extends [undefined] ? { query?: never } : { query?: QueryOf<R> })

/** XMLHttpRequest, because only it reports the progress of an upload. A retry starts the progress again. */
export const upload = async <R extends Route & { upload: { field: string } }>(
  api: Api,
  route: R,
  { files, onProgress, signal, params, query }: Input<R>,
): Promise<AnswerOf<R>> => {
  const form = new FormData()
  for (const { file, name } of files) form.append(route.upload.field, file, name)
  const request = await askWithRetries({
    method: route.method,
    once: () => send({ method: route.method, path: pathOf(route, params, query), form, onProgress, signal }),
    statusOf: ({ status }) => status,
    headerOf,
    isBroken,
    now: Date.now,
    deadline: Number.POSITIVE_INFINITY,
    sleep: (ms) => sleep(ms, signal),
    chance: Math.random,
  })
  const text = request.responseText
  if (request.status >= 200 && request.status < 300)
    return (route.answer === 'nothing' ? undefined : parsed(text)) as AnswerOf<R>
  const wait = waitIn((name) => headerOf(request, name), Date.now())
  throw api.refuse(fileRefusal(request.status, text, wait))
}

const headerOf = (request: XMLHttpRequest, name: string): string | null => request.getResponseHeader(name)

type Sending = {
  method: string
  path: string
  form: FormData
  onProgress: ((share: number) => void) | undefined
  signal: AbortSignal | undefined
}

const send = ({ method, path, form, onProgress, signal }: Sending): Promise<XMLHttpRequest> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    const give = (): void => request.abort()
    request.open(method, path)
    request.setRequestHeader('Accept-Language', document.documentElement.lang)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total === 0 ? 1 : loaded / total),
    )
    request.addEventListener('load', () => resolve(request))
    request.addEventListener('error', () => reject(new ApiProblem('unreachable')))
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', give))
    signal?.addEventListener('abort', give)
    onProgress?.(0)
    request.send(form)
  })
