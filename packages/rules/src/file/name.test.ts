import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeFileName } from './name.ts'

describe('the name of a file', () => {
  it.each([
    ['notes.txt', 'notes.txt'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\folder\\boot.ini', 'boot.ini'],
    ['a\u0000b\u202ec.png', 'abc.png'],
    ['a:b|c?.txt', 'a_b_c_.txt'],
    ['..', 'file'],
    ['', 'file'],
    [`${'a'.repeat(300)}.tar`, `${'a'.repeat(251)}.tar`],
  ])('%j becomes %j', (sent, stored) => {
    expect(safeFileName(sent)).toBe(stored)
  })

  it('leads nowhere and fits, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (sent) => {
        expect(safeFileName(sent)).toMatch(/^[^/\\\p{Cc}]{1,255}$/u)
      }),
    )
  })
})
