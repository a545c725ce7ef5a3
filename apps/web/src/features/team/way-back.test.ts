import { describe, expect, it } from 'vitest'
import { wayBack } from './way-back.ts'

const origin = 'https://ctf.example'

describe('the way back from the teams', () => {
  it('leads to the game one came from, as it was', () => {
    expect(wayBack('/games/7?join=1', origin)).toEqual({ game: 7, path: '/games/7?join=1' })
    expect(wayBack('/games/7/challenges#x', origin)).toEqual({ game: 7, path: '/games/7/challenges#x' })
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
    expect(wayBack(from, origin)).toBeNull()
  })
})
