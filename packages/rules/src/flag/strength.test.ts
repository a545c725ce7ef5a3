import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isStrongEnough, templateBits } from './strength.ts'

const a = (count: number): string => `flag{${'a'.repeat(count)}}`

describe('the strength of a template', () => {
  it.each([
    ['flag{hello world}', 14.75, 16.55, false],
    ['flag{hello_world_from_ctf}', 24.09, 26.89, false],
    [a(20), 31.7, 40, false],
    [a(21), 33.28, 42, true],
    ['flag{The quick brown fox jumps over the lazy dog}', 47.19, 51.32, true],
  ])('of %s is %d bits plain and %d extended', (template, plain, extended, accepted) => {
    expect(templateBits(template)).toBeCloseTo(plain, 2)
    expect(templateBits(`[LEET]${template}`)).toBeCloseTo(plain, 2)
    expect(templateBits(`[CLEET]${template}`)).toBeCloseTo(extended, 2)
    expect(isStrongEnough(template)).toBe(accepted)
  })

  it('may come from the extended alphabet', () => {
    expect(isStrongEnough(`[CLEET]${a(20)}`)).toBe(true)
    expect(isStrongEnough(`[LEET]${a(20)}`)).toBe(false)
  })

  it('is enough at 32 bits exactly', () => {
    const h = (count: number): string => `{${'h'.repeat(count)}}`
    expect([31, 32].map((count) => isStrongEnough(h(count)))).toEqual([false, true])
  })

  it('comes from inside the braces only', () => {
    expect(templateBits('a'.repeat(100))).toBe(0)
    expect(isStrongEnough('a'.repeat(100))).toBe(false)
  })

  it.each(['flag{[GUID]}', 'flag{x_[TEAM_HASH]}', '[GUID]', '[LEET][TEAM_HASH]', '[GUID]'.repeat(20)])(
    'is never in doubt with a placeholder: %s',
    (template) => expect(isStrongEnough(template)).toBe(true),
  )

  it.each([null, '', ' \t'])('is never in doubt without a template: %j', (template) => {
    expect(isStrongEnough(template)).toBe(true)
  })

  it('is not that of a marker alone', () => {
    expect(isStrongEnough('[LEET]')).toBe(false)
    expect(isStrongEnough('[guid][team_hash]')).toBe(false)
  })

  it('is refused where the flag would be too long to store', () => {
    const long = (count: number): string => `{${'a'.repeat(count - 2)}}`
    expect(isStrongEnough(long(127))).toBe(true)
    expect(isStrongEnough(long(128))).toBe(false)
    expect(isStrongEnough(`[LEET]${long(127)}`)).toBe(true)
  })

  it('only grows by what is added inside the braces', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 20 }), (inner, more) => {
        expect(templateBits(`x{${inner}${more}`)).toBeGreaterThanOrEqual(templateBits(`x{${inner}`))
      }),
    )
  })
})
