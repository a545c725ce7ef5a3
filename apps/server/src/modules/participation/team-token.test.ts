import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseTeamToken, signedTeamText } from '@pennant/rules/team/team-token'
import { signText, teamToken } from './team-token.ts'

const seed = Buffer.alloc(32, 0x55)
/** Of that seed, as the document of the wire has it. */
const publicKey = createPublicKey({
  key: Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    Buffer.from('xoImN8fTEOxXYnvgC6JZ0lN0n0qvZERwz/vlOjX3MkI=', 'base64'),
  ]),
  format: 'der',
  type: 'spki',
})

describe('the token of a team', () => {
  it('is signed as the vector of the wire', () => {
    expect(`7:${signText('DEMO_TEAM_7', seed)}`).toBe(
      '7:gbLD2hbQneVcnJja/S0c6Sgqzi6k7dtJjTlvt+mpNGawbIQObFNBEawrTHOxAF/xFSHqhR8kEg+LEu2JZhtxBw==',
    )
  })

  it('names the team and holds its signature', () => {
    const parsed = parseTeamToken(teamToken(7, seed))
    expect(parsed?.teamId).toBe(7)
    const signature = Buffer.from(parsed?.signature ?? '', 'base64')
    expect(verify(null, Buffer.from(signedTeamText(7)), publicKey, signature)).toBe(true)
    expect(verify(null, Buffer.from(signedTeamText(8)), publicKey, signature)).toBe(false)
  })

  it('needs a whole key', () => {
    expect(() => teamToken(7, seed.subarray(1))).toThrow('not enough data')
  })
})
