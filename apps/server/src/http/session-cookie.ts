import { fastifyCookie, type CookieSerializeOptions } from '@fastify/cookie'

export const cookieOptions = (protocol: string, expires: Date): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure: protocol === 'https',
  expires,
})

export const sessionCookie = 'pennant_session'

const longestList = 4
const lonely = /^(?:[^;]*; )*pennant_session=([\w-]+)(?:; [^;]*)*$/

/** The one token of a header without anything odd about it; null where one has to look closer, or there is none. */
export const lonelyToken = (header: string | undefined): string | null => {
  if (header === undefined || header.indexOf(sessionCookie) !== header.lastIndexOf(sessionCookie)) return null
  return lonely.exec(header)?.[1] ?? null
}

/**
 * The session's token in a `Cookie` header. A neighbouring host can add cookies of the same name to ours:
 * of several, the one that opens something counts, and when more than one does, none.
 */
export const sessionTokensOf = (header: string | null | undefined): readonly string[] => {
  if (header === null || header === undefined || !header.includes(sessionCookie)) return []
  const values = header
    .split(';')
    .map((pair) => fastifyCookie.parse(pair)[sessionCookie])
    .filter((value) => value !== undefined && value !== '')
  return [...new Set(values as string[])].slice(0, longestList)
}
