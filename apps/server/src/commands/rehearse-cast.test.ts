import { expect, it } from 'vitest'
import { createTestClock } from '../../../../tests/kit/clock.ts'
import { castOf } from './rehearse-cast.ts'
import { finding, Refusal } from './verb.ts'

const minute = 60_000
const { signal } = new AbortController()

/** Each answer takes ten minutes. */
const ask = (...answers: (object | null | Error)[]) => {
  const clock = createTestClock()
  const site = {
    async ask<T>(): Promise<T> {
      clock.advance(10 * minute)
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return { cast: answer } as T
    },
  }
  return castOf(site, 'x', { clock, signal }, 0).catch((error: unknown) => String(error))
}
const refusal = (code: string) => new Refusal(1, finding('error', code, 'site', 'no'))

it('is waited for until it is there, but not forever', async () => {
  const cast = { gameId: 1 }
  expect(await ask(null, null, cast)).toEqual(cast)
  expect(await ask(null, null, null, cast)).toMatch(/hasn’t created all teams within 30 minutes/)
})

it('is not waited for when the rehearsal is over, which is said', async () => {
  expect(await ask(null, refusal('rehearsal.notFound'))).toMatch(/ended before all teams were created/)
  expect(await ask(refusal('other'))).toBe('Refusal: no')
})
