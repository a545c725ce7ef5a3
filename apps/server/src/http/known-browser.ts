import type { CookieSerializeOptions } from '@fastify/cookie'
import { valuesIn } from './session-cookie.ts'

const plainName = 'pennant_known'

// Under HTTPS the prefix keeps other hosts from setting it.
export const marksName = (secure: boolean): string => (secure ? `__Host-${plainName}` : plainName)

const keptSeconds = 180 * 86_400
const longestList = 4
// The first eight letters are the same in all marks of one account.
const mark = /^[\w-]{46}$/
const accountOf = (one: string): string => one.slice(0, 8)

export const marksIn = (header: string | undefined, secure: boolean): readonly string[] =>
  valuesIn(header, marksName(secure))
    .flatMap((value) => value.split('.'))
    .filter((one) => mark.test(one))
    .slice(0, longestList)

export const withMark = (marks: readonly string[], added: string): string =>
  [added, ...marks.filter((one) => accountOf(one) !== accountOf(added))].slice(0, longestList).join('.')

export const marksOptions = (secure: boolean): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure,
  maxAge: keptSeconds,
})
