import { expect, it } from 'vitest'
import { createScopeWriter } from './scope-writer.ts'
import type { Scope } from './scope.ts'

const scope = (host: string): Scope => ({ host, name: host, state: 'pending', features: [], settings: {} })

it('writes one after the other, and the last one last', async () => {
  const written: string[] = []
  let atOnce = 0
  const scopeWriter = createScopeWriter({
    async write(scopes) {
      expect(++atOnce).toBe(1)
      await Promise.resolve()
      written.push(scopes.map(({ host }) => host).join())
      atOnce -= 1
    },
    onFault: () => {},
  })
  for (const name of ['a', 'b', 'c', 'd']) scopeWriter.save([scope(name)])
  await scopeWriter.settled()
  expect(written).toEqual(['a', 'd'])
  scopeWriter.save([scope('e')])
  await scopeWriter.settled()
  expect(written.at(-1)).toBe('e')
})

it('goes on after a fault', async () => {
  const faults: unknown[] = []
  let full = true
  const written: number[] = []
  const scopeWriter = createScopeWriter({
    write: async (scopes) => {
      if (full) throw new Error('full')
      written.push(scopes.length)
    },
    onFault: (error) => void faults.push(error),
  })
  scopeWriter.save([])
  await scopeWriter.settled()
  full = false
  scopeWriter.save([scope('a')])
  await scopeWriter.settled()
  expect(faults).toHaveLength(1)
  expect(written).toEqual([1])
})
