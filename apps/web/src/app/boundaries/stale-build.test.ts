import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchAhead } from '../../kit/fetch-ahead.ts'
import { reloadWhenStale } from './stale-build.ts'

const part = '/static/failure-toasts.2FnvVCDk.js'

describe('a part of the page that cannot be loaded', () => {
  let page: EventTarget
  let served: Set<string>
  let gone: string[]
  let wanted: string | null
  let now: number

  beforeEach(() => {
    page = new EventTarget()
    served = new Set(['/'])
    gone = []
    wanted = null
    now = 1_000_000
    const kept = new Map<string, string>()
    vi.stubGlobal('window', page)
    vi.stubGlobal('location', {
      reload: () => gone.push('reloaded'),
      assign: (url: string) => gone.push(url),
    })
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
    })
    reloadWhenStale({
      now: () => now,
      destination: () => wanted,
      isServed: async (path) =>
        served.has(path) || (served.size === 0 ? Promise.reject(new Error('away')) : false),
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  const fail = async (payload: string | Error): Promise<string[]> => {
    const error = typeof payload === 'string' ? new Error(payload) : payload
    page.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
    await new Promise((resolve) => setImmediate(resolve))
    return gone
  }
  const failed = `Failed to fetch dynamically imported module: https://ctf.example${part}`

  it('has the page loaded again when it is gone', async () => {
    expect(await fail(failed)).toEqual(['reloaded'])
  })

  it('leaves the page alone when only the network has held it up', async () => {
    served.add(part)
    expect(await fail(failed)).toEqual([])
  })

  it('leaves the page alone when there is no server', async () => {
    served.clear()
    expect(await fail(failed)).toEqual([])
  })

  it('leads to the page that was asked for in any case', async () => {
    served.add(part)
    wanted = '/games'
    expect(await fail(failed)).toEqual(['/games'])
  })

  it('leaves the page alone when it was only fetched ahead, and loads it again once the part is needed', async () => {
    const error = new Error(failed)
    fetchAhead(() => {
      page.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
      return Promise.reject(error)
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(gone).toEqual([])
    expect(await fail(error)).toEqual(['reloaded'])
  })

  it('has the page loaded again when nobody knows which part it was', async () => {
    expect(await fail('Importing a module script failed.')).toEqual(['reloaded'])
  })

  it('has the style sheet asked for that could not be had', async () => {
    served.add('/static/kit.DBz_FJrW.css')
    expect(await fail('Unable to preload CSS for /static/kit.DBz_FJrW.css')).toEqual([])
  })

  it('has the page loaded again once', async () => {
    await fail(failed)
    now += 29_000
    expect(await fail(failed)).toHaveLength(1)
    now += 2_000
    expect(await fail(failed)).toHaveLength(2)
  })
})
