import { expect, it } from 'vitest'
import { createChallengeTexts } from './challenge-texts.ts'

it('challenge texts beyond the memory for them are read again, least recently used first', async () => {
  const stored = new Map([1, 2, 3].map((id) => [id, `${id}`.repeat(1000)]))
  const loaded: number[] = []
  const texts = createChallengeTexts(async (id) => {
    loaded.push(id)
    return stored.get(id) ?? null
  }, 5000)
  const handles = [...stored].map(([id, text]) => texts.hold(id, text))
  const [first, second, third] = handles
  if (first === undefined || second === undefined || third === undefined) throw new Error('three were held')

  expect(texts.read(second)).toBe(stored.get(2))
  expect(await texts.read(first)).toBe(stored.get(1))
  expect(loaded).toEqual([1])
  expect(texts.read(first)).toBe(stored.get(1))
  expect(texts.read(second)).toBe(stored.get(2))

  stored.delete(3)
  expect(await texts.read(third)).toBeNull()
})
