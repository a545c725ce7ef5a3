import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { HandClock } from '../../../../tests/kit/hub-world.ts'
import { byInterval, type Tended, Wheel } from './wheel.ts'

function create(): { time: HandClock; wheel: Wheel } {
  const time = new HandClock()
  return { time, wheel: new Wheel(time.clock, time.schedule) }
}

function recorder(every: number): Tended & { seen: number[] } {
  const seen: number[] = []
  return {
    seen,
    tend(now) {
      seen.push(now)
      return now + every
    },
  }
}

it('looks at an item when it is due, again and again', async () => {
  const { time, wheel } = create()
  const item = recorder(15_000)
  wheel.put(item, 10_500)
  await time.pass(45)
  expect(item.seen).toEqual([11_000, 26_000, 41_000])
})

it('looks early at an item that is due later than it can remember', async () => {
  const { time, wheel } = create()
  const item = recorder(Number.POSITIVE_INFINITY)
  wheel.put(item, 3_600_000)
  await time.pass(260)
  expect(item.seen).toEqual([127_000, 254_000])
})

it('moves and forgets appointments', async () => {
  const { time, wheel } = create()
  const moved = recorder(1_000_000)
  const removed = recorder(1_000)
  wheel.put(moved, 2_000)
  wheel.put(moved, 5_000)
  wheel.put(removed, 2_000)
  wheel.remove(removed)
  await time.pass(8)
  expect(moved.seen).toEqual([5_000])
  expect(removed.seen).toEqual([])
})

it('lets an item leave while it is looked at', async () => {
  const { time, wheel } = create()
  let looks = 0
  const item: Tended = {
    tend(now) {
      looks++
      wheel.remove(item)
      return now + 1_000
    },
  }
  wheel.put(item, 1_000)
  await time.pass(5)
  expect(looks).toBe(1)
})

it('does not count a standstill of the process, nor a clock set back', () => {
  const { time, wheel } = create()
  time.time += 3_600_000
  for (const { work } of time.works) work()
  expect(wheel.time).toBe(5_000)
  time.time -= 7_200_000
  for (const { work } of time.works) work()
  expect(wheel.time).toBe(5_000)
})

it('visits thousands that are due together in slices, and each of them once', async () => {
  const { time, wheel } = create()
  const items = Array.from({ length: 1_000 }, () => recorder(60_000))
  const looked = (): number => items.filter(({ seen }) => seen.length > 0).length
  for (const item of items) wheel.put(item, 1_000)
  time.time += 1_000
  for (const { work } of time.works) work()
  expect(looked()).toBe(256)
  for (let slice = 0; slice < 5; slice++) await turn()
  expect(items.every(({ seen }) => seen.length === 1)).toBe(true)
})

it('stops ticking when told', () => {
  const { time, wheel } = create()
  wheel.stop()
  expect(time.works).toEqual([])
})

it('ticks by the interval timer of the process until stopped', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const work = vi.fn<() => void>()
  const stop = byInterval(work, 1_000)
  vi.advanceTimersByTime(3_000)
  expect(work).toHaveBeenCalledTimes(3)
  stop()
  vi.advanceTimersByTime(3_000)
  expect(work).toHaveBeenCalledTimes(3)
})
