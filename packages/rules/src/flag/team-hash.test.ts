import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { challengeSalt, gameSalt, teamHash } from './team-hash.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const privateKey = 'PmYsPmYsPmYsPmYsPmYsPmYsPmYsPmYsPmYsPmYsPmY='
const token = '7:gbLD2hbQneVcnJja/S0c6Sgqzi6k7dtJjTlvt+mpNGawbIQObFNBEawrTHOxAF/xFSHqhR8kEg+LEu2JZhtxBw=='

describe('the hash of a team', () => {
  const salt = gameSalt(sha256, privateKey, 'DEMO')
  const salted = challengeSalt(sha256, salt, 42)

  it('follows the vectors of the wire', () => {
    expect(salt).toBe('469cda0ac05db02ad5c1e43880f4bebe742bd6bd0897e02e3536359f186d8f83')
    expect(salted).toBe('13ca0480ff39e17ee5f9da77471b2bea61aeea838e9e9d69bf95da4e93379cbf')
    expect(teamHash(sha256, salted, token)).toBe('8229bf0673be')
  })

  it('is made of twelve digits out of the middle of the whole hash', () => {
    const whole = 'e7d9b6df24918229bf0673be36fe91c97833eb1e3f79ec27abbb707c0d3ea6b8'
    expect(sha256(`${salted}::${token}`)).toBe(whole)
    expect(whole.slice(12, 24)).toBe(teamHash(sha256, salted, token))
  })

  it('starts from our own name where no other is given', () => {
    expect(gameSalt(sha256, privateKey)).toBe(sha256(`PENNANT@${privateKey}@PK`))
    expect(gameSalt(sha256, privateKey)).not.toBe(salt)
  })
})
