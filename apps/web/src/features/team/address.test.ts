import { describe, expect, it } from 'vitest'
import { codeFrom, codeIn, gameToReturnTo, inviteLink, teamOf } from './address.ts'

const origin = 'https://ctf.example'
const code = `Gulls: & # 100%:7:${'ab'.repeat(16)}`
const link = inviteLink(origin, code)

describe('an invite link', () => {
  it('carries the code of any team behind its hash', () => {
    expect(new URL(link).search).toBe('')
    expect(codeIn(new URL(link).hash)).toBe(code)
  })

  it.each(['', '#', '#invite=', '#other=1', '#invite=%'])('is not what ends in %j', (hash) => {
    expect(codeIn(hash)).toBeNull()
  })

  it('names the team whatever it is called, and nobody when it is no code', () => {
    expect(teamOf(code)).toBe('Gulls: & # 100%')
    expect(teamOf('Gulls')).toBeNull()
    expect(teamOf('Gulls:7:abc')).toBeNull()
  })

  it.each([code, ` ${code}\n`, link, ` ${link} `])('is read from what is pasted: %j', (text) => {
    expect(codeFrom(text)).toBe(code)
  })
})

describe('the way back from the teams', () => {
  it('leads to the game one came from, as it was', () => {
    expect(gameToReturnTo('/games/7?join=1', origin)).toEqual({ game: 7, path: '/games/7?join=1' })
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
