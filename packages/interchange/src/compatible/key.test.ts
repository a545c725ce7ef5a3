import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { compatibleSalt, unmasked } from './key.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
// Of a platform with this key in its settings, which has letters outside ASCII.
const xorKey = Buffer.from('fixture-xor-key-Ünïcode-2026')

describe('the keys of a game', () => {
  it('are unmasked by repeating the key of the settings', () => {
    expect([...unmasked(Uint8Array.of(1, 2, 3, 255), Uint8Array.of(1, 3))]).toEqual([0, 1, 2, 252])
    const stored = Buffer.from('9dyBiWlSAqSSHOuyYugHqu6rSAaTmmFuUhXkJV4Jm1g=', 'base64')
    expect(Buffer.from(unmasked(unmasked(stored, xorKey), xorKey))).toEqual(stored)
  })

  it('are what is stored where the settings have no key', () => {
    expect([...unmasked(Uint8Array.of(7, 8), new Uint8Array())]).toEqual([7, 8])
  })

  it('give the salt that services outside know', () => {
    expect(compatibleSalt(sha256, 'R4WCGZciO2ytB0s+T0FC+ysjKvzLWlNf9RzvgiEtxZ8=')).toBe(
      '8293f027611d57e6fa5ace9cc8a3fd8963f9be5b73feb491ed13773a059ae32b',
    )
  })
})
