import { expect, it } from 'vitest'
import { type Holder, holderPath } from './holder-path.ts'

const holder = (part: Partial<Holder>): Holder => ({
  kind: 'Logo',
  name: 'a b',
  gameId: null,
  id: null,
  ...part,
})

it.each([
  [holder({ kind: 'Avatar', id: '7' }), '/admin/teams?q=7&team=7'],
  [holder({ kind: 'Avatar', id: 'c0ffee-01' }), '/admin/users?q=a%20b&user=c0ffee-01'],
  [holder({ kind: 'Poster', gameId: 3 }), '/admin/games/3/info'],
  [holder({ kind: 'Attachment', gameId: 3, id: '14' }), '/admin/games/3/challenges/14'],
  [holder({ kind: 'Writeup', gameId: 3, id: '9' }), '/admin/games/3/writeups'],
  [holder({}), '/admin/settings'],
  [holder({ kind: 'Attachment', id: '14' }), null],
])('%o is looked after at %s', (one, path) => expect(holderPath(one)).toBe(path))
