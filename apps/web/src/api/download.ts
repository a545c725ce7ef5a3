import type { Route } from '@pennant/contract/route'
import type { Api } from './client.ts'
import { fileRefusal } from './file-refusal.ts'
import { pathOf } from './path.ts'
import { ApiProblem } from './problem.ts'

type Input = {
  params?: unknown
  query?: unknown
  /** Used when the server sends no name. */
  name: string
  signal?: AbortSignal
  /** From 0 to 1; null while the size is unknown. */
  onProgress?: (share: number | null) => void
}

export const download = async (
  api: Api,
  route: Route,
  { params, query, name, signal, onProgress }: Input,
): Promise<{ bytes: Blob; name: string }> => {
  const response = await api.fetch(pathOf(route, params, query), { method: route.method, signal })
  if (!response.ok) throw fileRefusal(response.status, await response.text().catch(() => ''))
  return {
    bytes: await bytesOf(response, onProgress),
    name: nameIn(response.headers.get('content-disposition')) ?? name,
  }
}

const bytesOf = async (
  response: Response,
  onProgress: ((share: number | null) => void) | undefined,
): Promise<Blob> => {
  const length = Number(response.headers.get('content-length'))
  const whole = response.headers.has('content-encoding') || length === 0 ? null : length
  let come = 0
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      come += chunk.byteLength
      onProgress?.(whole === null ? null : Math.min(1, come / whole))
      controller.enqueue(chunk)
    },
  })
  const type = response.headers.get('content-type') ?? ''
  try {
    return await new Response(response.body?.pipeThrough(counting), {
      headers: { 'content-type': type },
    }).blob()
  } catch (cause) {
    throw givenUp(cause) ? cause : new ApiProblem('unreachable', { cause })
  }
}

const givenUp = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'AbortError'

// The extended form comes first: only it holds more than ASCII.
const nameIn = (disposition: string | null): string | null => {
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (extended !== undefined)
    try {
      return decodeURIComponent(extended)
    } catch {
      // The plain form may still do.
    }
  return (
    /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i
      .exec(disposition ?? '')
      ?.slice(1)
      .find(Boolean) ?? null
  )
}
