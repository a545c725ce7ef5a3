import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { assertUsable } from './assert-usable.ts'

const poolOf = (version: number): pg.Pool => {
  const pool = new pg.Pool()
  onTestFinished(() => pool.end())
  vi.spyOn(pool, 'query').mockImplementation(async () => ({ rows: [{ version }] }))
  return pool
}

describe('a PostgreSQL server', () => {
  it.each([149_999, 130_000, 90_624])('of version %i is refused in words', async (version) => {
    const found = Math.floor(version / 10_000)
    await expect(assertUsable(poolOf(version))).rejects.toThrow(
      `PostgreSQL 15 or newer is needed, and this is ${found}.`,
    )
  })

  it.each([150_000, 180_001, 190_000])('of version %i is used', async (version) => {
    await expect(assertUsable(poolOf(version))).resolves.toBeUndefined()
  })
})
