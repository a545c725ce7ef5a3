import type { Route } from '@pennant/contract/route'
import { pathOf } from './path.ts'
import { ApiProblem, refusal } from './problem.ts'

/** Fetches a file that the server makes for this, and hands it to the visitor under the server's name for it. */
export const download = async (
  route: Route,
  { params, query, name }: { params?: unknown; query?: unknown; name: string },
): Promise<void> => {
  const response = await fetch(pathOf(route, params, query), {
    method: route.method,
    headers: { 'Accept-Language': document.documentElement.lang },
  }).catch((cause: unknown) => {
    throw new ApiProblem('unreachable', { cause })
  })
  if (!response.ok) throw refusal(response.status, await response.json().catch(() => undefined))
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = nameIn(response.headers.get('content-disposition')) ?? name
  link.click()
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The extended form first, which alone knows more than ASCII. */
export const nameIn = (disposition: string | null): string | null => {
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
