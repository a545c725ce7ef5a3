import { fastifyCookie, type CookieSerializeOptions } from '@fastify/cookie'

export const cookieOptions = (protocol: string, expires: Date): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure: protocol === 'https',
  expires,
})

export const sessionCookie = 'pennant_session'

/** The session's token in a `Cookie` header, for requests that did not come through the router. */
export const sessionTokenOf = (header: string | null): string | null =>
  header === null ? null : (fastifyCookie.parse(header)[sessionCookie] ?? null)
