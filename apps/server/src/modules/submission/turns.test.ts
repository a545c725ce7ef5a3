import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTurns } from './turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const patienceMs = 20

const isOver = async (wait: Promise<void> | null): Promise<boolean> => {
  let over = wait === null
  void wait?.then(() => (over = true))
  await vi.advanceTimersByTimeAsync(0)
  return over
}

describe('turns', () => {
  it('are not taken by a process that has met no other at the game', () => {
    const turns = createTurns(patienceMs)
    turns.heard(8, { solves: true })
    turns.heard(7, { solves: false })
    turns.wrote(7)
    expect(turns.hasMet(7)).toBe(false)
    expect(turns.turnAt(7)).toBeNull()
  })

  it('are over when another process has written, whatever that was', async () => {
    const turns = createTurns(patienceMs)
    turns.heard(7, { solves: true })
    for (const solves of [true, false]) {
      expect(turns.turnAt(7)).toBeNull()
      turns.wrote(7)
      const turn = turns.turnAt(7)
      turns.heard(8, { solves })
      expect(await isOver(turn)).toBe(false)
      turns.heard(7, { solves })
      expect(await isOver(turn)).toBe(true)
    }
    expect(turns.hasMet(7)).toBe(true)
  })

  it('are over after a moment if no other process has written, which is then gone', async () => {
    const turns = createTurns(patienceMs)
    turns.heard(7, { solves: true })
    turns.wrote(7)
    const turn = turns.turnAt(7)
    await vi.advanceTimersByTimeAsync(patienceMs - 1)
    expect(await isOver(turn)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await isOver(turn)).toBe(true)
    expect(turns.hasMet(7)).toBe(false)
    turns.wrote(7)
    expect(turns.turnAt(7)).toBeNull()
  })

  it('are taken after a collision, which lasts until word of it comes, or for a moment', async () => {
    const turns = createTurns(patienceMs)
    const first = turns.collided(7)
    expect(await isOver(first)).toBe(false)
    turns.heard(7, { solves: true })
    expect(await isOver(first)).toBe(true)
    turns.wrote(7)
    expect(turns.turnAt(7)).not.toBeNull()
    const second = turns.collided(7)
    await vi.advanceTimersByTimeAsync(patienceMs)
    expect(await isOver(second)).toBe(true)
  })
})
