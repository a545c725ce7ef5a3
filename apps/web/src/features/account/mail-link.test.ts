import { describe, expect, it } from 'vitest'
import { decodedText } from './mail-link.ts'

describe('an address in a link of a mail', () => {
  it.each([
    ['YUBiLmV4YW1wbGU=', 'a@b.example'],
    [Buffer.from('zoë@b.example').toString('base64'), 'zoë@b.example'],
    // A plus that was read as a space.
    [Buffer.from('~~>?').toString('base64').replace('+', ' '), '~~>?'],
  ])('is read from %s', (encoded, text) => {
    expect(decodedText(encoded)).toBe(text)
  })

  it.each([null, '%%%', '/w=='])('is not there in %s', (encoded) => {
    expect(decodedText(encoded)).toBeNull()
  })
})
