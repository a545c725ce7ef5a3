import type { CookieSerializeOptions } from '@fastify/cookie'
import { credentialOf } from '../kit/credential.ts'

const plainName = 'pennant_session'
// Browsers accept this name only from the host itself, over HTTPS, and for all paths.
const secureName = `__Host-${plainName}`

// Cookies ignore ports and, without the prefix, who set them: under HTTPS no other name counts.
export const cookieName = (secure: boolean): string => (secure ? secureName : plainName)

export const cookieOptions = (secure: boolean, expires: Date): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure,
  expires,
})

const longestList = 4

export const mentionsSession = (header: string | undefined): boolean => header?.includes(plainName) === true

/** Null also for headers that need a closer look. */
export const singleSession = (header: string | undefined, secure: boolean): string | null => {
  const at = header?.indexOf(plainName) ?? -1
  if (header === undefined || at < 0 || header.includes(plainName, at + plainName.length)) return null
  const name = cookieName(secure)
  const begin = at + plainName.length - name.length
  if (begin < 0 || (begin > 0 && !header.startsWith('; ', begin - 2))) return null
  if (!header.startsWith(name, begin) || header[begin + name.length] !== '=') return null
  const from = begin + name.length + 1
  const end = header.indexOf(';', from)
  const value = end < 0 ? header.slice(from) : header.slice(from, end)
  return value === '' ? null : credentialOf(value, secure)
}

// Neighboring hosts and ports can add plain cookies: the valid one counts, and none if several are valid.
export const sessionsIn = (header: string | null | undefined, secure: boolean): readonly string[] => {
  const found = valuesIn(header, cookieName(secure)).map((value) => credentialOf(value, secure))
  return [...new Set(found)].slice(0, longestList)
}

export const showsPlainCookie = (header: string | undefined, secure: boolean): boolean =>
  secure && valuesIn(header, plainName).length > 0

export const withoutPlainCookie = { name: plainName, options: cookieOptions(false, new Date(0)) }

export const valuesIn = (header: string | null | undefined, name: string): string[] => {
  if (header === null || header === undefined || !header.includes(name)) return []
  return header.split(';').flatMap((pair) => {
    // Exactly what browsers put between cookies: wider trimming would accept other names.
    const text = pair.replace(/^[ \t]+|[ \t]+$/g, '')
    const value = text.startsWith(`${name}=`) ? text.slice(name.length + 1) : ''
    return value === '' ? [] : [value]
  })
}
