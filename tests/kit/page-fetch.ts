import { callAt, type Reply } from './tunnel-world.ts'

/** Like a browser, it fails where CORS forbids a request or an answer. */
export const pageFetch =
  (origin: string): typeof fetch =>
  (input, { method = 'GET', body, headers, signal } = {}) =>
    new Promise((resolve, reject) => {
      const give = (): void => reject(signal?.reason)
      if (signal?.aborted === true) return give()
      signal?.addEventListener('abort', give, { once: true })
      const url = input instanceof Request ? input.url : String(input)
      exchange(origin, url, method, typeof body === 'string' ? body : undefined, new Headers(headers))
        .then(resolve, (cause: unknown) => reject(new TypeError('Failed to fetch', { cause })))
        .finally(() => signal?.removeEventListener('abort', give))
    })

const exchange = async (
  origin: string,
  url: string,
  method: string,
  body: string | undefined,
  headers: Headers,
): Promise<Response> => {
  const { origin: api, pathname } = new URL(url)
  const own = [...headers.keys()].filter((name) => name !== 'accept')
  const simple = ['GET', 'HEAD', 'POST'].includes(method)
  if (!simple || own.length > 0) {
    const allowance = await callAt(api, pathname, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': own.join(','),
      },
    })
    mustBeReadable(allowance, origin)
    const [methods, names] = ['methods', 'headers'].map((what) => listOf(allowance, what))
    const allowed = simple || methods?.includes(method.toLowerCase()) === true
    if (allowance.status !== 200 || !allowed || !own.every((name) => isIn(names, name)))
      throw new Error('refused by the preflight')
  }
  const reply = await callAt(api, pathname, {
    method,
    headers: { ...Object.fromEntries(headers), origin },
    ...(body === undefined ? {} : { body }),
  })
  mustBeReadable(reply, origin)
  return new Response(reply.text, { status: reply.status })
}

const mustBeReadable = ({ headers }: Reply, origin: string): void => {
  const readers = headers['access-control-allow-origin']
  if (readers !== '*' && readers !== origin) throw new Error('not for this page')
}

const listOf = ({ headers }: Reply, what: string): string[] =>
  String(headers[`access-control-allow-${what}`] ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)

const isIn = (names: string[] | undefined, name: string): boolean =>
  names?.includes(name) === true || names?.includes('*') === true
