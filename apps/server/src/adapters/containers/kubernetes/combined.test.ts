import { getEventListeners, once } from 'node:events'
import { expect, it } from 'vitest'
import { combined } from './combined.ts'

it('aborts with the reason of whichever signal comes first', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const both = combined([one.signal, undefined, other.signal])
  expect(both.signal.aborted).toBe(false)
  other.abort('the other')
  one.abort('the one')
  expect(both.signal.reason).toBe('the other')
  expect(both.isLate()).toBe(false)
  expect(combined([one.signal], 60_000).signal.reason).toBe('the one')
})

it('aborts on its own when its time is over', async () => {
  const late = combined([new AbortController().signal], 5)
  await once(late.signal, 'abort')
  expect(late.isLate()).toBe(true)
})

it('leaves nothing on the signals once it has ended', () => {
  const { signal } = new AbortController()
  const ended = combined([signal], 5)
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  ended.end()
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
