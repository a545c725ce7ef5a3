import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stored } from './storage.ts'

let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => void vi.unstubAllGlobals())

const inAnotherTab = (key: string | null, newValue: string | null): boolean =>
  window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))

describe('a stored value', () => {
  it('comes back as it was stored: text as it is, everything else as JSON', () => {
    const choice = stored('choice', String, 'none')
    const list = stored<unknown>('list', JSON.parse, [])
    expect([choice.get(), list.get()]).toEqual(['none', []])
    choice.set('on')
    list.set([1, { two: true }])
    expect([...kept]).toEqual([
      ['choice', 'on'],
      ['list', '[1,{"two":true}]'],
    ])
    expect([choice.get(), list.get()]).toEqual(['on', [1, { two: true }]])
    choice.set(null)
    expect([choice.get(), kept.has('choice')]).toEqual(['none', false])
  })

  it('is the fallback where an older version has left what cannot be read', () => {
    kept.set('list', '{')
    expect(stored<unknown>('list', JSON.parse, []).get()).toEqual([])
  })

  it('is the fallback where the browser refuses, and storing it fails nobody', () => {
    vi.stubGlobal('localStorage', undefined)
    const choice = stored('choice', String, 'none')
    const told: string[] = []
    choice.subscribe((value) => void told.push(value))
    choice.set('on')
    expect(choice.get()).toBe('none')
    expect(told).toEqual(['on'])
  })

  it('tells who subscribes what this page and other tabs store, until they leave', () => {
    const told: string[] = []
    const leave = stored('choice', String, 'none').subscribe((value) => void told.push(value))
    stored('choice', String, 'none').set('on')
    stored('another', String, 'none').set('off')
    inAnotherTab('choice', 'off')
    inAnotherTab('another', 'on')
    inAnotherTab(null, null)
    expect(told).toEqual(['on', 'off', 'none'])
    leave()
    inAnotherTab('choice', 'on')
    stored('choice', String, 'none').set('on')
    expect(told).toHaveLength(3)
  })
})
