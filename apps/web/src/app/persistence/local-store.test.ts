import { describe, expect, it } from 'vitest'
import type { PersistedQuery } from './persisted-query.ts'
import { inLocalStorage } from './local-store.ts'

// In browsers, the keys are members of the storage.
const memory = (): Storage =>
  Object.defineProperties({} as unknown as Storage, {
    getItem: {
      value(this: Record<string, string>, key: string) {
        return this[key] ?? null
      },
    },
    setItem: {
      configurable: true,
      value(this: Record<string, string>, key: string, value: string) {
        this[key] = value
      },
    },
    removeItem: {
      value(this: Record<string, string>, key: string) {
        delete this[key]
      },
    },
  })

const answer = (given: Partial<PersistedQuery> = {}): PersistedQuery => ({
  hash: '["config"]',
  key: ['config'],
  data: { title: 'Häfen 港 🏴', list: Array.from({ length: 200 }, () => 'again') },
  at: 1_000,
  owner: undefined,
  week: 2_900,
  build: 'a',
  ...given,
})
const own = answer({ hash: '["session"]', key: ['session'], owner: 'u-1', data: { userId: 'u-1' } })

describe('the store in local storage', () => {
  it('gives back what was put on it, compressed under its week meanwhile', async () => {
    const storage = memory()
    const store = inLocalStorage(storage)
    await store.write(answer())
    await store.write(answer({ at: 2_000, week: 2_901 }))
    expect(await store.read()).toEqual([answer({ at: 2_000, week: 2_901 })])
    const [key = ''] = Object.keys(storage)
    expect(key).toContain('2901')
    expect(storage.getItem(key)?.length).toBeLessThan(JSON.stringify(answer()).length / 2)
  })

  it('drops what is somebody’s own, or everything', async () => {
    const store = inLocalStorage(memory())
    await store.write(answer())
    await store.write(own)
    await store.drop('owned')
    expect((await store.read()).map(({ hash }) => hash)).toEqual(['["config"]'])
    await store.drop('all')
    expect(await store.read()).toEqual([])
  })

  it('clears what cannot be read', async () => {
    const storage = memory()
    storage.setItem('pennant.kept.2900.open.broken', 'no gzip')
    expect(await inLocalStorage(storage).read()).toEqual([])
    expect(Object.keys(storage)).toEqual([])
  })

  it('removes what it is told, and nothing of another name', async () => {
    const storage = memory()
    storage.setItem('draft:game 3', 'a draft')
    const store = inLocalStorage(storage)
    await store.write(answer({ hash: '["game",3]' }))
    await store.write(answer({ hash: '["game",13]' }))
    await store.remove(['["game",3]', '["nothing"]'])
    expect((await store.read()).map(({ hash }) => hash)).toEqual(['["game",13]'])
    await store.drop('all')
    expect(Object.keys(storage)).toEqual(['draft:game 3'])
  })

  it('takes what everybody may see for nobody’s own, whatever it is called', async () => {
    const store = inLocalStorage(memory())
    await store.write(answer({ hash: '["posts","one","1.owned.2"]' }))
    await store.drop('owned')
    expect(await store.read()).toHaveLength(1)
  })

  it('gives up the oldest week first when the browser has no room', async () => {
    const storage = memory()
    const set = storage.setItem.bind(storage)
    const store = inLocalStorage(storage)
    await store.write(answer({ hash: '["b"]', week: 2_901 }))
    await store.write(answer({ hash: '["a"]', week: 2_900 }))
    Object.defineProperty(storage, 'setItem', {
      value(key: string, value: string) {
        if (Object.keys(storage).length > 1) throw new DOMException('full', 'QuotaExceededError')
        set(key, value)
      },
    })
    await store.write(answer({ hash: '["c"]', week: 2_901 }))
    expect((await store.read()).map(({ hash }) => hash)).toEqual(['["b"]', '["c"]'])
  })

  it('keeps nothing, and leaves nothing older behind, where there is no room at all', async () => {
    const storage = memory()
    const store = inLocalStorage(storage)
    await store.write(answer({ at: 1 }))
    Object.defineProperty(storage, 'setItem', {
      value() {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    await expect(store.write(answer({ at: 2 }))).rejects.toThrow('full')
    expect(await store.read()).toEqual([])
  })

  it('leaves room for others: very long answers are not kept', async () => {
    const store = inLocalStorage(memory())
    const noise = Array.from({ length: 300_000 }, (_, index) => Math.sin(index)).join('')
    await store.write(answer({ data: noise }))
    expect(await store.read()).toEqual([])
  })
})
