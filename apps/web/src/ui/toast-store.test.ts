import { describe, expect, it } from 'vitest'
import { createToastStore, type ToastStore } from './toast-store.ts'

const titlesIn = (store: ToastStore): string[] => store.current().map(({ title }) => title)
const withShown = (...titles: string[]): ToastStore => {
  const store = createToastStore()
  for (const title of titles) store.show({ id: title, tone: 'danger', title, closesAfterMs: null })
  return store
}

describe('messages in the corner', () => {
  it('are five at once; the others wait, and none is lost', () => {
    const store = withShown('a', 'b', 'c', 'd', 'e', 'f', 'g')
    expect(titlesIn(store)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(store.waiting()).toBe(2)
  })

  it('come in their order as there is room', () => {
    const store = withShown('a', 'b', 'c', 'd', 'e', 'f', 'g')
    store.close('c')
    expect([titlesIn(store), store.waiting()]).toEqual([['a', 'b', 'd', 'e', 'f'], 1])
    store.close('a')
    expect([titlesIn(store), store.waiting()]).toEqual([['b', 'd', 'e', 'f', 'g'], 0])
  })

  it('are replaced where they are, also while they wait', () => {
    const store = withShown('a', 'b', 'c', 'd', 'e', 'f', 'g')
    store.show({ id: 'b', tone: 'good', title: 'done' })
    store.show({ id: 'f', tone: 'good', title: 'ready' })
    expect([titlesIn(store), store.waiting()]).toEqual([['a', 'done', 'c', 'd', 'e'], 2])
    store.close('a')
    expect(titlesIn(store)).toEqual(['done', 'c', 'd', 'e', 'ready'])
  })

  it('can be closed before they are shown', () => {
    const store = withShown('a', 'b', 'c', 'd', 'e', 'f', 'g')
    store.close('f')
    expect([titlesIn(store).length, store.waiting()]).toEqual([5, 1])
  })

  it('are closed all at once, but for what is under way', () => {
    const store = withShown('a', 'b', 'c', 'd', 'e')
    store.show({ id: 'download', tone: 'pending', title: 'Downloading' })
    store.closeAll()
    expect([titlesIn(store), store.waiting()]).toEqual([['Downloading'], 0])
  })

  it('are the same list for as long as nothing changes', () => {
    const store = withShown('a', 'b', 'c', 'd', 'e', 'f')
    expect(store.current()).toBe(store.current())
  })
})
