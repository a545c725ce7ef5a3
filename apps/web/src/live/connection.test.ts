import { expect, it } from 'vitest'
import { pauseBefore } from './connection.ts'

it('spreads those that lost their connection in the same moment over six seconds', () => {
  const tabs = 5_000
  const bySecond = Array.from({ length: 6 }, () => 0)
  for (let tab = 0; tab < tabs; tab++) {
    const second = Math.floor(pauseBefore(1, (tab + 0.5) / tabs) / 1_000)
    bySecond[second] = (bySecond[second] ?? 0) + 1
  }
  expect(bySecond).toHaveLength(6)
  expect(Math.max(...bySecond)).toBeLessThan(tabs / 5)
})

it('comes back ever more slowly while the server is away, but within half a minute', () => {
  expect([2, 3, 4].map((tries) => pauseBefore(tries, 0.5))).toEqual([2_000, 4_000, 8_000])
  expect(pauseBefore(20, 0.999)).toBeLessThan(30_000)
})
