import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasEnded, hasStarted, isEndless, isOver, isRunning, phaseOf } from './phase.ts'

const game = { start: 100, end: 200, practiceMode: false }

describe('the phase of a game', () => {
  it.each([
    [99, 'upcoming'],
    [100, 'running'],
    [200, 'running'],
    [201, 'ended'],
  ] as const)('at %i of 100 to 200 is %s', (now, phase) => {
    expect(phaseOf(game, now)).toBe(phase)
    expect(hasStarted(game, now)).toBe(phase !== 'upcoming')
    expect(hasEnded(game, now)).toBe(phase === 'ended')
    expect(isRunning(game, now)).toBe(phase === 'running')
  })

  it('is over after the end, and never in practice mode', () => {
    expect([99, 200, 201].map((now) => isOver(game, now))).toEqual([false, false, true])
    expect(isOver({ ...game, practiceMode: true }, 201)).toBe(false)
  })

  it('has no end to count down to while that is more than a year away', () => {
    const year = 365 * 86_400_000
    expect([0, 1].map((late) => isEndless({ end: 200 + year }, 199 + late))).toEqual([true, false])
  })

  it('never runs where the end lies before the start', () => {
    const crooked = { start: 200, end: 100 }
    expect([50, 150, 250].map((now) => phaseOf(crooked, now))).toEqual(['upcoming', 'ended', 'ended'])
  })

  it('is running exactly when the game runs', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.integer(), (start, end, now) => {
        expect(isRunning({ start, end }, now)).toBe(phaseOf({ start, end }, now) === 'running')
      }),
    )
  })
})
