/** Calls of the API as a script would make them. */

export const password = 'Passw0rd'

export function post(url: string, body: unknown, cookie?: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie === undefined ? {} : { cookie }) },
    body: JSON.stringify(body),
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
