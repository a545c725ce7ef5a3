/**
 * Where to go after logging in: `from`, if it is a place of this site. Whatever a browser would take for
 * another site, however it is written, ends on the home page.
 */
export const returnPath = (from: string | null, origin: string): string => {
  if (from === null || !from.startsWith('/')) return home
  try {
    const { origin: there, pathname, search, hash } = new URL(from, origin)
    // `/.//elsewhere` is of this site, but what is left of it when it is written out is not.
    return there === origin && !pathname.startsWith('//') ? pathname + search + hash : home
  } catch {
    return home
  }
}

type Place = { pathname: string; search: string; hash: string }

const home = '/'
const page = '/account/login'

/** The address of the login page, which leads back to exactly this place. */
export const loginPath = ({ pathname, search, hash }: Place): string => {
  const here = pathname + search + hash
  if (isPage(pathname, page)) return here
  return here === home || isPage(pathname, '/setup') ? page : `${page}?from=${encodeURIComponent(here)}`
}

const isPage = (pathname: string, path: string): boolean =>
  pathname.toLowerCase().replace(/\/+$/, '') === path
