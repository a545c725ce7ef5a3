import { expect, it } from 'vitest'
import { createScopeKeeper } from './scope-keeper.ts'
import type { Scope } from './scope.ts'

const scope = (host: string): Scope => ({ host, name: host, state: 'pending', features: [], settings: {} })

it('writes one after the other, and the last one last', async () => {
  const written: string[] = []
  let atOnce = 0
  const keeper = createScopeKeeper({
    async write(scopes) {
      expect(++atOnce).toBe(1)
      await Promise.resolve()
      written.push(scopes.map(({ host }) => host).join())
      atOnce -= 1
    },
    onFault: () => {},
  })
  for (const name of ['a', 'b', 'c', 'd']) keeper.save([scope(name)])
  await keeper.settled()
  expect(written).toEqual(['a', 'd'])
  keeper.save([scope('e')])
  await keeper.settled()
  expect(written.at(-1)).toBe('e')
})

it('goes on after a fault', async () => {
  const faults: unknown[] = []
  let full = true
  const written: number[] = []
  const keeper = createScopeKeeper({
    write: async (scopes) => {
      if (full) throw new Error('full')
      written.push(scopes.length)
    },
    onFault: (error) => void faults.push(error),
  })
  keeper.save([])
  await keeper.settled()
  full = false
  keeper.save([scope('a')])
  await keeper.settled()
  expect(faults).toHaveLength(1)
  expect(written).toEqual([1])
})
