import { describe, expect, it } from 'vitest'
import { sampleFlags, strengthOf } from './template-sample.ts'

const counting = () => {
  let count = 0
  return (upTo: number): number => count++ % upTo
}

describe('samples of a flag template', () => {
  it('are one for each team, each by the rules of the server', () => {
    const [one, other, third] = sampleFlags('flag{[TEAM_HASH]}', counting(), 3)
    expect(one).toBe('flag{0123456789ab}')
    expect(other).toBe('flag{cdef01234567}')
    expect(third).toMatch(/^flag\{[0-9a-f]{12}\}$/)
  })

  it('are random identifiers where there is no template', () => {
    for (const flag of sampleFlags('', counting(), 3))
      expect(flag).toMatch(/^flag\{[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\}$/)
  })

  it('come with the bits that guessing takes', () => {
    expect(strengthOf('flag{[GUID]}')).toEqual({ kind: 'certain' })
    expect(strengthOf('flag{a}')).toEqual({ kind: 'weak', bits: 1 })
    expect(strengthOf('flag{hello_beautiful_world_of_lighthouses}').kind).toBe('enough')
  })
})
