import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ManualClock } from '../../../../tests/kit/hub-world.ts'
import { byInterval, type TimerTarget, TimerWheel } from './timer-wheel.ts'

function create(): { time: ManualClock; timerWheel: TimerWheel } {
  const time = new ManualClock()
  return { time, timerWheel: new TimerWheel(time.clock, time.schedule) }
}

function recorder(every: number): TimerTarget & { seen: number[] } {
  const seen: number[] = []
  return {
    seen,
    onTimer(now) {
      seen.push(now)
      return now + every
    },
  }
}

it('looks at an item when it is due, again and again', async () => {
  const { time, timerWheel } = create()
  const item = recorder(15_000)
  timerWheel.put(item, 10_500)
  await time.pass(45)
  expect(item.seen).toEqual([11_000, 26_000, 41_000])
})

it('looks early at an item that is due later than it can remember', async () => {
  const { time, timerWheel } = create()
  const item = recorder(Number.POSITIVE_INFINITY)
  timerWheel.put(item, 3_600_000)
  await time.pass(260)
  expect(item.seen).toEqual([127_000, 254_000])
})

it('moves and forgets appointments', async () => {
  const { time, timerWheel } = create()
  const moved = recorder(1_000_000)
  const removed = recorder(1_000)
  timerWheel.put(moved, 2_000)
  timerWheel.put(moved, 5_000)
  timerWheel.put(removed, 2_000)
  timerWheel.remove(removed)
  await time.pass(8)
  expect(moved.seen).toEqual([5_000])
  expect(removed.seen).toEqual([])
})

it('lets an item leave while it is looked at', async () => {
  const { time, timerWheel } = create()
  let looks = 0
  const item: TimerTarget = {
    onTimer(now) {
      looks++
      timerWheel.remove(item)
      return now + 1_000
    },
  }
  timerWheel.put(item, 1_000)
  await time.pass(5)
  expect(looks).toBe(1)
})

it('does not count a standstill of the process, nor a clock set back', () => {
  const { time, timerWheel } = create()
  time.time += 3_600_000
  for (const { work } of time.works) work()
  expect(timerWheel.time).toBe(5_000)
  time.time -= 7_200_000
  for (const { work } of time.works) work()
  expect(timerWheel.time).toBe(5_000)
})

it('visits thousands that are due together in slices, and each of them once', async () => {
  const { time, timerWheel } = create()
  const items = Array.from({ length: 1_000 }, () => recorder(60_000))
  const looked = (): number => items.filter(({ seen }) => seen.length > 0).length
  for (const item of items) timerWheel.put(item, 1_000)
  time.time += 1_000
  for (const { work } of time.works) work()
  expect(looked()).toBe(256)
  for (let slice = 0; slice < 5; slice++) await turn()
  expect(items.every(({ seen }) => seen.length === 1)).toBe(true)
})

it('stops ticking when told', () => {
  const { time, timerWheel } = create()
  timerWheel.stop()
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
