import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createProbeToken, isProbeToken } from './probe-token.ts'

const key = randomBytes(32)
const minutes = 60_000

describe('a token for probes', () => {
  it('holds for ten minutes', () => {
    const token = createProbeToken(key, 1_000)
    expect(
      [1_000, 1_000 + 9 * minutes, 1_000 + 11 * minutes].map((now) => isProbeToken(key, now, token)),
    ).toEqual([...[true, true, false]])
  })

  it('can be made by nobody else, nor for longer', () => {
    const token = createProbeToken(randomBytes(32), 0)
    const own = createProbeToken(key, 0)
    const longer = own.replace(/^[^.]+/, 'zzzzzzzz')
    for (const wrong of [
      token,
      longer,
      `${own}.x`,
      own.slice(0, -1),
      '',
      '..',
      createProbeToken(key, minutes),
    ])
      expect(isProbeToken(key, 0, wrong)).toBe(false)
  })
})
