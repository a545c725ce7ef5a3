import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseTeamToken, signedTeamText } from '@pennant/rules/team/team-token'
import { teamTokens } from './team-token.ts'

const seed = Buffer.alloc(32, 0x55)
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
    expect(teamTokens({ seed, text: 'DEMO_TEAM_{id}' })(7)).toBe(
      '7:gbLD2hbQneVcnJja/S0c6Sgqzi6k7dtJjTlvt+mpNGawbIQObFNBEawrTHOxAF/xFSHqhR8kEg+LEu2JZhtxBw==',
    )
  })

  it.each([null, 'GZCTF_TEAM_{id}', 'team {id} of ours'])('signs the text %j for the team', (text) => {
    const parsed = parseTeamToken(teamTokens({ seed, text })(7))
    expect(parsed?.teamId).toBe(7)
    const signature = Buffer.from(parsed?.signature ?? '', 'base64')
    const signs = (signed: string): boolean => verify(null, Buffer.from(signed), publicKey, signature)
    expect(signs(signedTeamText(7, text))).toBe(true)
    expect(signs(signedTeamText(8, text))).toBe(false)
    expect(signs('PENNANT_TEAM_7')).toBe(text === null)
  })

  it('needs a whole key', () => {
    expect(() => teamTokens({ seed: seed.subarray(1), text: null })).toThrow('not enough data')
  })
})
