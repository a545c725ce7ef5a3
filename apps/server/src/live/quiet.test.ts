import { expect, it } from 'vitest'
import { playersOf, teamOf } from './live.ts'
import { Quiet } from './quiet.ts'

const second = 1_000
const world = () => {
  let time = 5_000_000
  const quiet = new Quiet(() => time)
  const pass = (seconds: number): void => {
    time += seconds * second
  }
  return { quiet, pass }
}

it('lasts since the latest message to any of the rooms, and to no other', () => {
  const { quiet, pass } = world()
  pass(30)
  quiet.note(playersOf(1))
  pass(4)
  quiet.note(teamOf(1, 7))
  pass(2)
  expect(quiet.of([playersOf(1)])).toBe(6 * second)
  expect(quiet.of([playersOf(1), teamOf(1, 7)])).toBe(2 * second)
  expect(quiet.of([playersOf(2)])).toBe(36 * second)
})

it('is no longer than the process has listened', () => {
  const { quiet, pass } = world()
  expect(quiet.of([playersOf(1)])).toBe(0)
  pass(3)
  expect(quiet.of([playersOf(1)])).toBe(3 * second)
  quiet.interrupt()
  pass(1)
  expect(quiet.of([playersOf(1)])).toBe(second)
})

it('is a minute at most, and never longer than it was', () => {
  for (let step = 1; step < 100; step++) {
    const { quiet, pass } = world()
    pass(step)
    let last = -1
    for (let now = 0; now < 400; now += step) {
      if (now % 7 === 0) {
        quiet.note(playersOf(1))
        last = now
      }
      const expected = Math.min(60, last === -1 ? now : now - last)
      expect(quiet.of([playersOf(1)])).toBe(expected * second)
      pass(step)
    }
  }
})
