/** Anything that a browser takes for another site, however written, leads to the home page. */
export const returnPath = (from: string | null, origin: string): string => {
  if (from === null || !from.startsWith('/')) return home
  try {
    const { origin: there, pathname, search, hash } = new URL(from, origin)
    // `/.//elsewhere` is on this site, but its normalized path isn't.
    return there === origin && !pathname.startsWith('//') ? pathname + search + hash : home
  } catch {
    return home
  }
}

type Address = { pathname: string; search: string; hash: string }

const home = '/'
const page = '/account/login'

export const loginPath = ({ pathname, search, hash }: Address): string => {
  const here = pathname + search + hash
  if (isPage(pathname, page)) return here
  return isPage(pathname, '/setup') ? page : withReturn(page, here)
}

/** What has a hash stays behind one: it may hold an invite code, which logs and referrers must not see. */
export const withReturn = (path: string, here: string): string =>
  here === home ? path : `${path}${here.includes('#') ? '#' : '?'}from=${encodeURIComponent(here)}`

const isPage = (pathname: string, path: string): boolean =>
  pathname.toLowerCase().replace(/\/+$/, '') === path

export const returnIn = ({ search, hash }: Omit<Address, 'pathname'>, origin: string): string =>
  returnPath(
    new URLSearchParams(search).get('from') ?? new URLSearchParams(hash.slice(1)).get('from'),
    origin,
  )
