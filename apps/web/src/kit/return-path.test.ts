import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnIn, loginPath, returnPath } from './return-path.ts'

const origin = 'https://ctf.example'

describe('the way back after logging in', () => {
  it('is the place one came from, whole', () => {
    const here = { pathname: '/games/7/challenges', search: '?tab=web&q=a%26b', hash: '' }
    const login = loginPath(here)
    expect(login).toBe('/account/login?from=%2Fgames%2F7%2Fchallenges%3Ftab%3Dweb%26q%3Da%2526b')
    expect(returnIn(new URL(login, origin), origin)).toBe('/games/7/challenges?tab=web&q=a%26b')
  })

  it('keeps what is behind a hash behind one', () => {
    const login = loginPath({ pathname: '/invite/7', search: '', hash: '#ab' })
    expect(new URL(login, origin).search).toBe('')
    expect(returnIn(new URL(login, origin), origin)).toBe('/invite/7#ab')
    expect(returnIn({ search: '', hash: '#from=%2F%2Felsewhere.example' }, origin)).toBe('/')
  })

  it('is the home page without any other', () => {
    expect(returnPath(null, origin)).toBe('/')
    expect(returnPath('', origin)).toBe('/')
    expect(loginPath({ pathname: '/', search: '', hash: '' })).toBe('/account/login')
    expect(loginPath({ pathname: '/Setup/', search: '?token=t', hash: '' })).toBe('/account/login')
  })

  it('is kept on the login page itself', () => {
    const there = { pathname: '/Account/Login', search: '?from=%2Fteams', hash: '' }
    expect(loginPath(there)).toBe('/Account/Login?from=%2Fteams')
  })

  it('never leaves the site, whatever the link says', () => {
    const nasty = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc
        .tuple(
          fc.constantFrom('/', '//', '/\\', '\\/', '/\t/', '/ //', '/.//', 'javascript:', ' //'),
          fc.webUrl(),
        )
        .map(([before, url]) => before + url.replace(/^https?:\/\//, '')),
    )
    fc.assert(
      fc.property(nasty, (from) => {
        const path = returnPath(from, origin)
        expect(new URL(path, origin).origin).toBe(origin)
        expect(path.startsWith('//')).toBe(false)
      }),
    )
  })
})
