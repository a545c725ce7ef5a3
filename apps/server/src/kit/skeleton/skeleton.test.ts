import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { skeletonOf, skeletonsOf } from './skeleton.ts'

const alike = (one: string, other: string): boolean => {
  const there = new Set(skeletonsOf(other))
  return skeletonsOf(one).some((skeleton) => there.has(skeleton))
}

describe('the skeleton of a name', () => {
  it.each([
    ['paypal', 'раураl', 'paypal'],
    ['m', 'rn', 'rn'],
    ['Ι', 'l', 'l'],
    ['é', 'e\u0301', 'e\u0301'],
  ])('of %s is that of %s: %s', (one, other, skeleton) => {
    expect(skeletonOf(one)).toBe(skeleton)
    expect(skeletonOf(other)).toBe(skeleton)
  })

  it.each([
    ['аdmin', 'Admin'],
    ['АDМІN', 'admin'],
    ['ADMIΝ', 'Admin'],
    ['Ａｄｍｉｎ', 'admin'],
    ['Аdｍin', 'ADMIN'],
    ['𝐀𝐝𝐦𝐢𝐧', 'admin'],
    ['ad\u200dmin', 'admin'],
    ['mоdеrаtоr', 'Moderator'],
    ['ꓢupport', 'support'],
    ['ｒооt', 'ROOT'],
    ['teаml', 'team1'],
  ])('takes %s for %s', (one, other) => expect(alike(one, other)).toBe(true))

  it.each([
    ['Zoë', 'Zoe'],
    ['Марина', 'Marina'],
    ['队伍', '隊伍'],
    ['alice', 'alicе2'],
  ])('tells %s from %s', (one, other) => expect(alike(one, other)).toBe(false))

  it('is one form at least, and the same for whatever has the same skeleton', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 16 }), (name) => {
        expect(skeletonsOf(name).length).toBeGreaterThan(0)
        expect(alike(name, name.toLowerCase()) || alike(name, name.toUpperCase()) || alike(name, name)).toBe(
          true,
        )
        expect(alike(name, skeletonOf(name))).toBe(true)
      }),
    )
  })
})
