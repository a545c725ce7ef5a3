import { describe, expect, it } from 'vitest'
import { addressOfNobody, isOfNobody } from './nobody.ts'

describe('an address of nobody', () => {
  it.each([
    [addressOfNobody('01a20528-84ce-70c9-a21e-154ca9db8db4'), true],
    ['Someone@MOVED-IN.Invalid', true],
    ['someone＠moved-in.invalid', true],
    ['someone@example.org', false],
    ['moved-in.invalid@example.org', false],
  ])('is told from others: %s', (address, isOne) => expect(isOfNobody(address)).toBe(isOne))
})
