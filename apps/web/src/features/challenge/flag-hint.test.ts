import { describe, expect, it } from 'vitest'
import { flagHint } from './flag-hint.ts'

describe('a look at a flag', () => {
  it.each([
    ['', null],
    ['   ', null],
    ['flag{x}', null],
    ['CTF-2026{a b}', null],
    [' flag{x}', 'spaces'],
    ['flag{x}\n', 'spaces'],
    ['flag{x', 'wrapper'],
    ['x', 'wrapper'],
    ['{x}', 'wrapper'],
  ])('of %j says %s', (flag, hint) => {
    expect(flagHint(flag)).toBe(hint)
  })
})
