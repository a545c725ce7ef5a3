import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createQueries } from './query-client.ts'

const queryKey = ['teams', 'own']
let stop = (): void => undefined
// Without a browser nothing is asked for again.
beforeEach(() => environmentManager.setIsServer(() => false))
afterEach(() => {
  stop()
  environmentManager.setIsServer(() => true)
})

/** Each answer is what the server had when it was asked, and arrives when the test says so. */
const watch = () => {
  const queries = createQueries()
  let served = 'before'
  const asked: { answer: () => void; fail: () => void }[] = []
  const observer = new QueryObserver(queries, {
    queryKey,
    retry: false,
    queryFn: () => {
      const answered = served
      return new Promise<string>((resolve, reject) => {
        asked.push({ answer: () => resolve(answered), fail: () => reject(new Error('away')) })
      })
    },
  })
  stop = observer.subscribe(() => undefined)
  return {
    queries,
    asked,
    change: (value: string) => void (served = value),
    shown: () => observer.getCurrentResult().data,
  }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('what is asked for the first time while it changes', () => {
  it('is shown when it arrives, and then as it is now', async () => {
    const { queries, asked, change, shown } = watch()
    change('after')
    const refreshed = queries.invalidateQueries({ queryKey })
    expect(asked).toHaveLength(1)
    asked[0]?.answer()
    await refreshed
    await settled()
    expect(shown()).toBe('before')
    expect(asked).toHaveLength(2)
    asked[1]?.answer()
    await settled()
    expect(shown()).toBe('after')
  })

  it('is asked for only once more, however often it changes', async () => {
    const { queries, asked } = watch()
    for (let time = 0; time < 3; time++) void queries.invalidateQueries()
    asked[0]?.answer()
    await settled()
    asked[1]?.answer()
    await settled()
    expect(asked).toHaveLength(2)
  })

  it('is asked for again even if it failed', async () => {
    const { queries, asked, shown } = watch()
    void queries.invalidateQueries({ queryKey })
    asked[0]?.fail()
    await settled()
    asked[1]?.answer()
    await settled()
    expect(shown()).toBe('before')
  })

  it('is left alone if something else changes', async () => {
    const { queries, asked } = watch()
    await queries.invalidateQueries({ queryKey: ['games'] })
    asked[0]?.answer()
    await settled()
    expect(asked).toHaveLength(1)
  })
})

it('replaces an answer on its way by a new one where something is shown already', async () => {
  const { queries, asked, change, shown } = watch()
  asked[0]?.answer()
  await settled()
  const first = queries.invalidateQueries()
  change('after')
  const second = queries.invalidateQueries()
  expect(asked).toHaveLength(3)
  asked[2]?.answer()
  await Promise.all([first, second])
  expect(shown()).toBe('after')
})
