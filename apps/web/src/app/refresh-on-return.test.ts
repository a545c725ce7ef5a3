import { environmentManager, focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fastRefreshMs, refreshEvery } from '../api/refresh.ts'
import { refreshOnReturn } from './refresh-on-return.ts'

const createTab = () => {
  const tab = new EventTarget() as EventTarget & { visibilityState: string }
  const show = (state: 'visible' | 'hidden'): void => {
    tab.visibilityState = state
    focusManager.setFocused(state === 'visible')
    tab.dispatchEvent(new Event('visibilitychange'))
  }
  tab.visibilityState = 'visible'
  return { document: tab as unknown as Document, show }
}

let tab: ReturnType<typeof createTab>
let queries: QueryClient
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  environmentManager.setIsServer(() => false)
  tab = createTab()
  queries = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false } } })
  queries.mount()
  stop = refreshOnReturn({ queries, document: tab.document, now: Date.now })
})
afterEach(() => {
  stop()
  queries.unmount()
  focusManager.setFocused(undefined)
  vi.useRealTimers()
  environmentManager.setIsServer(() => true)
})

const observe = (name: string, ms: number | false, enabled = true) => {
  const asked: number[] = []
  const begun = Date.now()
  const observer = new QueryObserver(queries, {
    queryKey: [name],
    queryFn: () => {
      asked.push((Date.now() - begun) / 1_000)
      return name
    },
    refetchInterval: refreshEvery(ms),
    enabled,
  })
  observer.subscribe(() => undefined)
  return asked
}
const pass = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(seconds * 1_000)

describe('a tab', () => {
  it('asks for nothing while nobody sees it', async () => {
    const asked = observe('board', fastRefreshMs)
    await pass(5)
    tab.show('hidden')
    await pass(600)
    expect(asked).toEqual([0])
  })

  it('that is seen again asks for what is overdue, at once', async () => {
    const asked = observe('board', fastRefreshMs)
    const list = observe('list', 300_000)
    const once = observe('once', false)
    await pass(1)
    tab.show('hidden')
    await pass(100)
    tab.show('visible')
    await pass(1)
    expect([asked, list, once]).toEqual([[0, 101], [0], [0]])
  })

  it('that is seen again within the period asks for nothing', async () => {
    const asked = observe('board', fastRefreshMs)
    await pass(1)
    for (let time = 0; time < 4; time++) {
      tab.show('hidden')
      await pass(1)
      tab.show('visible')
      await pass(1)
    }
    expect(asked).toEqual([0])
    await pass(1)
    expect(asked).toEqual([0, 10])
  })

  it('asks for what was said to be out of date meanwhile', async () => {
    const asked = observe('board', false)
    await pass(1)
    tab.show('hidden')
    await queries.invalidateQueries({ queryKey: ['board'], refetchType: 'none' })
    await pass(60)
    expect(asked).toEqual([0])
    tab.show('visible')
    await pass(1)
    expect(asked).toEqual([0, 61])
  })

  it('asks at most once in five seconds, and forgets nothing', async () => {
    const asked = observe('board', false)
    await pass(1)
    const flicker = async (): Promise<void> => {
      tab.show('hidden')
      await queries.invalidateQueries({ queryKey: ['board'], refetchType: 'none' })
      tab.show('visible')
      await pass(1)
    }
    for (let time = 0; time < 4; time++) await flicker()
    expect(asked).toEqual([0, 1])
    await pass(5)
    expect(asked).toEqual([0, 1, 6])
  })

  it('leaves alone what is not asked for by anybody', async () => {
    const asked = observe('off', fastRefreshMs, false)
    tab.show('hidden')
    await pass(60)
    tab.show('visible')
    await pass(1)
    expect(asked).toEqual([])
  })
})
