import type { CookieSerializeOptions } from '@fastify/cookie'
import { credentialOf } from '../kit/credential.ts'

const plainName = 'pennant_session'
/** Browsers take a cookie of this name from nobody but the host itself, over HTTPS, and for all of its paths. */
const secureName = `__Host-${plainName}`

/** Cookies know neither ports nor, without the prefix, who has set them: under HTTPS no other name counts. */
export const cookieName = (secure: boolean): string => (secure ? secureName : plainName)

export const cookieOptions = (secure: boolean, expires: Date): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure,
  expires,
})

const longestList = 4
const lonelyIn = (name: string): RegExp => new RegExp(`^(?:[^;]*; )*${name}=([\\w-]+)(?:; [^;]*)*$`)
const lonely = { plain: lonelyIn(plainName), secure: lonelyIn(secureName) }

/** The one session of a header without anything odd about it; null where one has to look closer, or there is none. */
export const lonelySession = (header: string | undefined, secure: boolean): string | null => {
  if (header === undefined || header.indexOf(plainName) !== header.lastIndexOf(plainName)) return null
  const value = (secure ? lonely.secure : lonely.plain).exec(header)?.[1]
  return value === undefined ? null : credentialOf(value, secure)
}

/**
 * The sessions in a `Cookie` header. A neighboring host or port can add cookies of the plain name to ours:
 * of several, the one that opens something counts, and when more than one does, none.
 */
export const sessionsIn = (header: string | null | undefined, secure: boolean): readonly string[] => {
  const found = valuesIn(header, cookieName(secure)).map((value) => credentialOf(value, secure))
  return [...new Set(found)].slice(0, longestList)
}

/** Whether a browser under HTTPS still shows the cookie that it had before. */
export const showsPlainCookie = (header: string | undefined, secure: boolean): boolean =>
  secure && valuesIn(header, plainName).length > 0

export const withoutPlainCookie = { name: plainName, options: cookieOptions(false, new Date(0)) }

/** What the cookies of that name hold, in the order of the header. */
export const valuesIn = (header: string | null | undefined, name: string): string[] => {
  if (header === null || header === undefined || !header.includes(name)) return []
  return header.split(';').flatMap((pair) => {
    // Exactly what browsers put between cookies: wider trimming would let other names pass for ours.
    const text = pair.replace(/^[ \t]+|[ \t]+$/g, '')
    const value = text.startsWith(`${name}=`) ? text.slice(name.length + 1) : ''
    return value === '' ? [] : [value]
  })
}
