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
    await shelf.write('small', answer())
    await shelf.write('small', answer({ at: 2_000, week: 2_901 }))
    expect(await shelf.read('small')).toEqual([answer({ at: 2_000, week: 2_901 })])
    const [key = ''] = Object.keys(storage)
    expect(key).toContain('2901')
    expect(storage.getItem(key)?.length).toBeLessThan(JSON.stringify(answer()).length / 2)
  })

  it('drops what is somebody’s own, or everything', async () => {
    const shelf = inLocalStorage(memory())
    await shelf.write('small', answer())
    await shelf.write('small', own)
    await shelf.drop('owned')
    expect((await shelf.read('small')).map(({ hash }) => hash)).toEqual(['["config"]'])
    await shelf.drop('all')
    expect(await shelf.read('small')).toEqual([])
  })

  it('holds no large answers, and clears what cannot be read', async () => {
    const storage = memory()
    const shelf = inLocalStorage(storage)
    await shelf.write('large', answer())
    expect(await shelf.read('large')).toEqual([])
    storage.setItem('pennant.kept.2900.open.broken', 'no gzip')
    expect(await shelf.read('small')).toEqual([])
    expect(Object.keys(storage)).toEqual([])
  })
})
