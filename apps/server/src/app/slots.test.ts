import { describe, expect, it } from 'vitest'
import { createSlots } from './slots.ts'

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('work in slots', () => {
  it('runs so many pieces at once and no more, in order, and all of them', async () => {
    const turn = createSlots(3)
    let running = 0
    let most = 0
    const begun: number[] = []
    const work = (at: number) => async (): Promise<number> => {
      begun.push(at)
      running += 1
      most = Math.max(most, running)
      await soon()
      running -= 1
      return at
    }
    const numbers = Array.from({ length: 20 }, (_, at) => at)
    expect(await Promise.all(numbers.map((at) => turn(work(at))))).toEqual(numbers)
    expect(most).toBe(3)
    expect(begun).toEqual(numbers)
  })

  it('goes on after a piece that failed', async () => {
    const turn = createSlots(1)
    const failed = turn(async () => {
      throw new Error('broken')
    })
    const next = turn(async () => 'done')
    await expect(failed).rejects.toThrow('broken')
    expect(await next).toBe('done')
  })
})
