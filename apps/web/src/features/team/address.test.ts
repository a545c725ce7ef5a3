import { inviteCodeOf } from '@pennant/rules/team/invite-code'
import { describe, expect, it } from 'vitest'
import { gameToReturnTo, inviteAt, inviteIn, inviteLink, invitePath, oldInviteIn } from './address.ts'

const origin = 'https://ctf.example'
const token = 'ab'.repeat(16)
const code = inviteCodeOf({ name: 'Gulls: & # 100%', id: 7, token })
const link = inviteLink(origin, code)
const oldLink = `${origin}/teams#invite=${encodeURIComponent(code)}`
const invite = { teamId: 7, token }

describe('an invite link', () => {
  it('names the team in the path, and carries the token behind its hash', () => {
    expect(link).toBe(`${origin}/invite/7#${token}`)
    expect(inviteAt('7', new URL(link).hash)).toEqual(invite)
    expect(invitePath(invite)).toBe(`/invite/7#${token}`)
  })

  it.each([
    [undefined, `#${token}`],
    ['7', ''],
    ['7', '#'],
    ['7', `#${token}0`],
    ['7', `#${token.toUpperCase()}`],
    ['seven', `#${token}`],
    ['2147483648', `#${token}`],
    ['-7', `#${token}`],
  ])('is incomplete with %j and %j', (id, hash) => {
    expect(inviteAt(id, hash)).toBeNull()
  })

  it('still opens as it once was', () => {
    expect(oldInviteIn(oldLink)).toEqual(invite)
    expect(oldInviteIn(`/teams?from=%2Fgames%2F1#invite=${encodeURIComponent(code)}`)).toEqual(invite)
  })

  it.each(['/teams', '/teams#invite=', '/teams#invite=%', '/teams#other=1', '/games#invite=a:7:b'])(
    'is not in %j',
    (address) => {
      expect(oldInviteIn(address)).toBeNull()
    },
  )

  it.each([code, ` ${code}\n`, link, ` ${link} `, oldLink])('is read from what is pasted: %j', (text) => {
    expect(inviteIn(text)).toEqual(invite)
  })

  it.each(['', 'Gulls', 'Gulls:7:abc', `${origin}/invite/7`, `${origin}/invite/7#abc`])(
    'is not read from %j',
    (text) => {
      expect(inviteIn(text)).toBeNull()
    },
  )
})

describe('the way back from the teams', () => {
  it('leads to the game one came from, as it was', () => {
    expect(gameToReturnTo('/games/7/join', origin)).toEqual({ game: 7, path: '/games/7/join' })
    expect(gameToReturnTo('/games/7/challenges#x', origin)).toEqual({
      game: 7,
      path: '/games/7/challenges#x',
    })
  })

  it.each([
    null,
    '',
    '/',
    '/posts/7',
    '/games',
    '/games/seven',
    '/games/7up',
    '//elsewhere.example/games/7',
    '/\\elsewhere.example/games/7',
    'https://elsewhere.example/games/7',
    'javascript:alert(1)',
    '/games/7/../..//elsewhere.example',
  ])('leads nowhere else (%s)', (from) => {
    expect(gameToReturnTo(from, origin)).toBeNull()
  })
})
