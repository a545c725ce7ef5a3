import { describe, expect, it } from 'vitest'
import { handleKey, type KeyPress, type KeyResult, shortcutGroups, shortcuts } from './shortcut.ts'

const press = (key: string, given: Partial<KeyPress> = {}): KeyPress => ({
  key,
  at: 1_000,
  ctrl: false,
  alt: false,
  typing: false,
  ...given,
})

const type = (...presses: KeyPress[]): KeyResult =>
  presses.reduce<KeyResult>(({ pending }, each) => handleKey(pending, each), { action: null, pending: null })

describe('a key', () => {
  it('opens the commands together with Ctrl, also while somebody types', () => {
    expect(type(press('k', { ctrl: true })).action).toEqual({ kind: 'palette' })
    expect(type(press('K', { ctrl: true, typing: true })).action).toEqual({ kind: 'palette' })
    expect(type(press('k')).action).toBeNull()
  })

  it('leads to a page after another one', () => {
    expect(type(press('g'), press('h')).action).toEqual({ kind: 'go', to: '/' })
    expect(type(press('g'), press('g')).action).toEqual({ kind: 'go', to: '/games' })
    expect(type(press('g'), press('s')).action).toEqual({ kind: 'part', part: 'scoreboard' })
  })

  it('stands alone when it comes too late', () => {
    expect(type(press('g'), press('h', { at: 9_000 })).action).toBeNull()
    expect(type(press('g'), press('g', { at: 9_000 })).pending).toEqual({ key: 'g', at: 9_000 })
  })

  it('is a letter to anyone who types, and the browser’s own with Alt', () => {
    for (const given of [{ typing: true }, { alt: true }]) {
      expect(type(press('?', given)).action).toBeNull()
      expect(type(press('g', given), press('h', given)).action).toBeNull()
    }
  })

  it('means the same after one that led nowhere', () => {
    expect(type(press('g'), press('?')).action).toEqual({ kind: 'help' })
    expect(type(press('g'), press('x'), press('h')).action).toBeNull()
  })
})

describe('the list of keys', () => {
  it.each(shortcutGroups)('holds each only once %s, and none of everywhere', (group) => {
    const groups = group === 'everywhere' ? [group] : (['everywhere', 'goTo', group] as const)
    const keys = [...new Set(groups)].flatMap((one) => shortcuts[one].map(({ keys: own }) => own.join(' ')))
    expect(new Set(keys).size).toBe(keys.length)
  })
})
