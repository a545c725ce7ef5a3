export const password = 'Passw0rd'

export function post(
  url: string,
  body: unknown,
  cookie?: string,
  signal: AbortSignal | null = null,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie === undefined ? {} : { cookie }) },
    body: JSON.stringify(body),
    signal,
  })
}

export function register(site: string, userName: string): Promise<Response> {
  return post(`${site}/api/account/register`, { userName, password, email: `${userName}@example.test` })
}

export function logIn(site: string, userName: string, word = password): Promise<Response> {
  return post(`${site}/api/account/login`, { userName, password: word })
}

export function cookieOf(response: Response): string {
  const [cookie = ''] = response.headers.getSetCookie().map((line) => line.split(';')[0])
  return cookie
}

const atOnce = 8

export async function inTurn<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += atOnce)
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(act))))
  return results
}
