import { describe, expect, it } from 'vitest'
import type { KeptAnswer } from './kept-answer.ts'
import { inLocalStorage } from './local-shelf.ts'

/** Storage whose keys are its own members, as a browser's are. */
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

const answer = (given: Partial<KeptAnswer> = {}): KeptAnswer => ({
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

describe('the shelf in local storage', () => {
  it('gives back what was put on it, compressed under its week meanwhile', async () => {
    const storage = memory()
    const shelf = inLocalStorage(storage)
    await shelf.write(answer())
    await shelf.write(answer({ at: 2_000, week: 2_901 }))
    expect(await shelf.read()).toEqual([answer({ at: 2_000, week: 2_901 })])
    const [key = ''] = Object.keys(storage)
    expect(key).toContain('2901')
    expect(storage.getItem(key)?.length).toBeLessThan(JSON.stringify(answer()).length / 2)
  })

  it('drops what is somebody’s own, or everything', async () => {
    const shelf = inLocalStorage(memory())
    await shelf.write(answer())
    await shelf.write(own)
    await shelf.drop('owned')
    expect((await shelf.read()).map(({ hash }) => hash)).toEqual(['["config"]'])
    await shelf.drop('all')
    expect(await shelf.read()).toEqual([])
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
    const shelf = inLocalStorage(storage)
    await shelf.write(answer({ hash: '["game",3]' }))
    await shelf.write(answer({ hash: '["game",13]' }))
    await shelf.remove(['["game",3]', '["nothing"]'])
    expect((await shelf.read()).map(({ hash }) => hash)).toEqual(['["game",13]'])
    await shelf.drop('all')
    expect(Object.keys(storage)).toEqual(['draft:game 3'])
  })

  it('takes what everybody may see for nobody’s own, whatever it is called', async () => {
    const shelf = inLocalStorage(memory())
    await shelf.write(answer({ hash: '["posts","one","1.owned.2"]' }))
    await shelf.drop('owned')
    expect(await shelf.read()).toHaveLength(1)
  })

  it('gives up the oldest week first when the browser has no room', async () => {
    const storage = memory()
    const set = storage.setItem.bind(storage)
    const shelf = inLocalStorage(storage)
    await shelf.write(answer({ hash: '["b"]', week: 2_901 }))
    await shelf.write(answer({ hash: '["a"]', week: 2_900 }))
    Object.defineProperty(storage, 'setItem', {
      value(key: string, value: string) {
        if (Object.keys(storage).length > 1) throw new DOMException('full', 'QuotaExceededError')
        set(key, value)
      },
    })
    await shelf.write(answer({ hash: '["c"]', week: 2_901 }))
    expect((await shelf.read()).map(({ hash }) => hash)).toEqual(['["b"]', '["c"]'])
  })

  it('keeps nothing, and leaves nothing older behind, where there is no room at all', async () => {
    const storage = memory()
    const shelf = inLocalStorage(storage)
    await shelf.write(answer({ at: 1 }))
    Object.defineProperty(storage, 'setItem', {
      value() {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    await expect(shelf.write(answer({ at: 2 }))).rejects.toThrow('full')
    expect(await shelf.read()).toEqual([])
  })

  it('leaves room for others: very long answers are not kept', async () => {
    const shelf = inLocalStorage(memory())
    const noise = Array.from({ length: 300_000 }, (_, index) => Math.sin(index)).join('')
    await shelf.write(answer({ data: noise }))
    expect(await shelf.read()).toEqual([])
  })
})
