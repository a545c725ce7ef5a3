import pLimit from 'p-limit'
import { expect, it } from 'vitest'
import { notedLimit } from './noted-limit.ts'

it('notes how long each piece of work waited for its turn, also after one that failed', async () => {
  let now = 0
  const waits: number[] = []
  const limit = notedLimit(
    pLimit(1),
    (ms) => waits.push(ms),
    () => now,
  )
  const failing = limit(async () => {
    now = 40
    throw new Error('wrong')
  })
  const next = limit(async () => 'done')
  await expect(failing).rejects.toThrow('wrong')
  expect(await next).toBe('done')
  expect(waits).toEqual([0, 40])
})
