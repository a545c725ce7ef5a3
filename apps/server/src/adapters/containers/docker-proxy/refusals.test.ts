import { expect, it } from 'vitest'
import { createTestClock } from '../../../../../../tests/kit/clock.ts'
import { createRefusals, type Tell } from './refusals.ts'

it('tells of refused calls without their parameters, counts all, and writes few lines about many', () => {
  const told: Parameters<Tell>[0][] = []
  const clock = createTestClock()
  const refusals = createRefusals(clock, (refusal) => told.push(refusal))
  refusals.note('POST', '/containers/create?Env=FLAG%3Dx', 'no')
  expect(told).toEqual([{ method: 'POST', path: '/containers/create', why: 'no', refused: 1 }])
  for (let count = 0; count < 1_000; count++) refusals.note('GET', '/', 'no')
  expect(told.length).toBeLessThan(50)
  clock.advance(60_000)
  refusals.note('GET', '/', 'no')
  expect(told.at(-1)).toMatchObject({ refused: 1_002 })
  expect(refusals.count).toBe(1_002)
})
