import type { CookieSerializeOptions } from '@fastify/cookie'
import { valuesIn } from './session-cookie.ts'

const plainName = 'pennant_known'

/** Named as the session's cookie is: under HTTPS nobody but the host can set it. */
export const marksName = (secure: boolean): string => (secure ? `__Host-${plainName}` : plainName)

const keptSeconds = 180 * 86_400
const longestList = 4
/** Eight letters stand for what all marks of one account have in common. */
const mark = /^[\w-]{46}$/
const accountOf = (one: string): string => one.slice(0, 8)

/** Which accounts somebody has logged in to with this browser, as they have proved to be: nothing opens by them. */
export const marksIn = (header: string | undefined, secure: boolean): readonly string[] =>
  valuesIn(header, marksName(secure))
    .flatMap((value) => value.split('.'))
    .filter((one) => mark.test(one))
    .slice(0, longestList)

/** The value of the cookie with one more, which takes the place of the account's last. */
export const withMark = (marks: readonly string[], added: string): string =>
  [added, ...marks.filter((one) => accountOf(one) !== accountOf(added))].slice(0, longestList).join('.')

export const marksOptions = (secure: boolean): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure,
  maxAge: keptSeconds,
})
