import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOfNobody, identityKey, isOfNobody, passesForEmail } from './identity.ts'

const names = fc.string({ unit: 'binary', maxLength: 16 })

describe('what makes two names the same', () => {
  it.each([
    ['case', 'Alice', 'aLICE'],
    ['width', 'Ａｌｉｃｅ', 'alice'],
    ['composition', 'caf\u00e9', 'cafe\u0301'],
    ['ligatures', 'o\ufb03ce', 'office'],
    ['compatible signs', '\u212a', 'k'],
    ['a final sigma', 'ΟΔΟΣ', 'οδοσ'],
    ['a sharp s', 'STRASSE', 'straße'],
    ['outer and doubled spaces', '  alice   b ', 'alice b'],
    ['kinds of space', 'alice\u00a0b', 'alice b'],
    ['characters nobody sees', 'al\u200bi\u00adc\u2060e\ufeff', 'alice'],
  ])('does not include %s', (_, one, other) => {
    expect(identityKey(one)).toBe(identityKey(other))
  })

  it.each([
    ['accents', 'Zoe', 'Zoë'],
    ['letters of other alphabets that look alike', 'alice', 'аlice'],
    ['spaces inside', 'alice b', 'aliceb'],
    ['signs', 'a.lice', 'alice'],
  ])('includes %s', (_, one, other) => expect(identityKey(one)).not.toBe(identityKey(other)))

  it('leaves nothing of a name that nobody sees', () => {
    expect(identityKey('\u200b \u3164')).toBe('')
  })

  it('is the same for every way to write a name, and for the key itself', () => {
    fc.assert(
      fc.property(names, (name) => {
        for (const written of [
          name.toUpperCase(),
          name.toLowerCase(),
          name.normalize('NFC'),
          name.normalize('NFD'),
          name.normalize('NFKC'),
          name.normalize('NFKD'),
          ` ${name}\t`,
          identityKey(name),
        ])
          expect(identityKey(written)).toBe(identityKey(name))
      }),
    )
  })
})

describe('a name that could pass for an email address', () => {
  it.each(['a@b.example', '@name', 'name@', 'full＠width', 'small﹫at'])('is %s', (name) => {
    expect(passesForEmail(name)).toBe(true)
  })

  it.each(['name', 'a.b', 'at sign', '名前'])('is not %s', (name) => {
    expect(passesForEmail(name)).toBe(false)
  })
})

describe('an address of nobody', () => {
  it.each([
    [addressOfNobody('01a20528-84ce-70c9-a21e-154ca9db8db4'), true],
    ['Someone@MOVED-IN.Invalid', true],
    ['someone＠moved-in.invalid', true],
    ['someone@example.org', false],
    ['moved-in.invalid@example.org', false],
  ])('is told from others: %s', (address, isOne) => expect(isOfNobody(address)).toBe(isOne))
})
