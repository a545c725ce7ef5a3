import { expect, it } from 'vitest'
import { leftOf, type SceneName, scenes } from './plan.ts'

const names = Object.keys(scenes) as SceneName[]
const linesOf = (run: number, scene: SceneName, count: number, fault?: string) =>
  Array.from({ length: count }, (_, number) => ({
    run,
    scene,
    number,
    ...(fault === undefined ? {} : { fault }),
  }))

it('a thousand are a thousand, each session with a seed of its own', () => {
  const all = names.flatMap((name) => leftOf(name, []))
  expect(all.reduce((sum, { kills }) => sum + kills, 0)).toBe(1_000)
  expect(new Set(all.map(({ seed }) => seed)).size).toBe(all.length)
})

it('a sitting goes on where the last one ended, and repeats what has failed', () => {
  const { sessions } = scenes.backup
  const numbers = (lines: Parameters<typeof leftOf>[1]) =>
    leftOf('backup', lines).map(({ run, number }) => [run, number])
  const done = linesOf(1, 'backup', sessions - 1)
  expect(numbers(done)).toEqual([[1, sessions - 1]])
  expect(numbers(linesOf(1, 'restore', 4))).toHaveLength(sessions)
  expect(numbers([...done.slice(1), ...linesOf(1, 'backup', 1, 'lost one')])).toEqual([
    [1, 0],
    [1, sessions - 1],
  ])
  expect(numbers(linesOf(1, 'backup', sessions))[0]).toEqual([2, 0])
})
