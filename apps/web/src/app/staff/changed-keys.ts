import type { ReceivedChange } from '@pennant/contract/hub'
import type { QueryKey } from '@tanstack/react-query'

const settings = ['config', 'address', 'mail-server', 'captcha-keys']

type Changed = Pick<ReceivedChange, 'action' | 'object'>

export const gameKeys = (game: number): QueryKey[] => [
  ['edit', 'game', game],
  ['edit', 'challenge', game],
]

export const changedKeys = (game: number, { action, object }: Changed): QueryKey[] => {
  const [kind, id] = object.split(':')
  // What is gone can't be read again.
  const gone = action.endsWith('.delete')
  switch (kind) {
    case 'game':
      return gone ? [] : [['edit', 'game', game]]
    case 'challenge':
      return [
        ['edit', 'game', game, 'challenges'],
        ...(gone ? [] : [['edit', 'challenge', game, Number(id)]]),
      ]
    case 'division':
      return [['edit', 'game', game, 'divisions']]
    case 'adjustment':
      return [['edit', 'game', game, 'adjustments']]
    case 'notice':
      return [['edit', 'game', game, 'notices']]
    default:
      return []
  }
}

export const keysOutside: readonly QueryKey[] = [['edit', 'post'], ...settings.map((name) => ['admin', name])]

/** Of posts and settings. */
export const changedKeysOutside = ({ action, object }: Changed): QueryKey[] => {
  const [kind, id] = object.split(':')
  if (kind === 'setting') return settings.map((name) => ['admin', name])
  return kind === 'post' && !action.endsWith('.delete') ? [['edit', 'post', id]] : []
}
