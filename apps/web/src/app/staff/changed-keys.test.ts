import { expect, it } from 'vitest'
import { changedKeys, changedKeysOutside } from './changed-keys.ts'

it('reads again what has changed, and nothing that is gone', () => {
  expect(changedKeys(7, { action: 'game.update', object: 'game:7' })).toEqual([['edit', 'game', 7]])
  expect(changedKeys(7, { action: 'game.delete', object: 'game:7' })).toEqual([])
  expect(changedKeys(7, { action: 'planned challenges', object: 'challenge:42' })).toEqual([
    ['edit', 'game', 7, 'challenges'],
    ['edit', 'challenge', 7, 42],
  ])
  expect(changedKeys(7, { action: 'challenge.delete', object: 'challenge:42' })).toEqual([
    ['edit', 'game', 7, 'challenges'],
  ])
  expect(changedKeys(7, { action: 'notice.create', object: 'notice:1' })).toEqual([
    ['edit', 'game', 7, 'notices'],
  ])
  expect(changedKeys(7, { action: 'participation.join', object: 'participation:1' })).toEqual([])
})

it('knows posts and settings, which belong to no game', () => {
  expect(changedKeysOutside({ action: 'post.edit', object: 'post:a1b2' })).toEqual([['edit', 'post', 'a1b2']])
  expect(changedKeysOutside({ action: 'post.delete', object: 'post:a1b2' })).toEqual([])
  expect(changedKeysOutside({ action: 'setting.edit', object: 'setting' })).toContainEqual([
    'admin',
    'config',
  ])
  expect(changedKeysOutside({ action: 'game.update', object: 'game:7' })).toEqual([])
})
