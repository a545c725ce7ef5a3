import { returnPath } from '../features/account/return-path.ts'

const withFrom = (path: string, from: string): string =>
  from === '/' ? path : `${path}?from=${encodeURIComponent(from)}`

/** The ways between the account pages, each of which keeps where the visitor was on the way to. */
export const accountPaths = (search: URLSearchParams) => {
  const destination = returnPath(search.get('from'), window.location.origin)
  return {
    destination,
    login: withFrom('/account/login', destination),
    register: withFrom('/account/register', destination),
    recovery: withFrom('/account/recovery', destination),
  }
}
