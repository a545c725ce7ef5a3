import type { UserCreate } from '@pennant/contract/user'
import { describe, expect, it } from 'vitest'
import { createPortionKeys, type Portion, portionsOf, sendPortions } from './portions.ts'

const user = (at: number, teamName?: string): UserCreate => ({
  userName: `user${at}`,
  email: `user${at}@example.org`,
  password: 'Passw0rd',
  ...(teamName === undefined ? {} : { teamName }),
})
const many = (count: number): UserCreate[] => Array.from({ length: count }, (_, at) => user(at))
const keys = () => {
  let made = 0
  return createPortionKeys(() => `key ${made++}`)
}

describe('portions', () => {
  it('hold everybody once, in their order, and no more than fit', () => {
    const portions = portionsOf(many(60))
    expect(portions.map(({ users }) => users.length)).toEqual([25, 25, 10])
    expect(portions.flatMap(({ indexes }) => indexes)).toEqual(many(60).map((_, at) => at))
    expect(portionsOf([])).toEqual([])
  })

  it('keep a team together, wherever its members are in the table, and however many they are', () => {
    const users = many(12).map((one, at) =>
      at % 3 === 0 ? { ...one, teamName: at === 3 ? ' Red ' : 'Red' } : one,
    )
    const portions = portionsOf(users, 3)
    expect(portions[0]?.indexes).toEqual([0, 3, 6, 9])
    expect(portions.map(({ indexes }) => indexes)).toEqual([
      [0, 3, 6, 9],
      [1, 2, 4],
      [5, 7, 8],
      [10, 11],
    ])
  })
})

describe('sending portions', () => {
  const run = async (stopAfter: number, failAt = -1) => {
    const sent: [Portion, string][] = []
    const done: Portion[] = []
    const portions = portionsOf(many(8), 2)
    const keyOf = keys()
    const go = (from: number, fails: number): Promise<void> =>
      sendPortions(portions.slice(from), {
        keyOf,
        send: async (portion, key) => {
          sent.push([portion, key])
          if (sent.length - 1 === fails) throw new Error('no answer')
        },
        onDone: (portion) => done.push(portion),
        isStopped: () => done.length >= stopAfter,
      })
    const first = await go(0, failAt).then(
      () => 'ended',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    )
    return { sent, done, first, go, portions }
  }

  it('sends all of them in order', async () => {
    const { done, portions, first } = await run(99)
    expect([done, first]).toEqual([portions, 'ended'])
  })

  it('stops between two of them, and goes on with the next', async () => {
    const { done, portions, go } = await run(2)
    expect(done).toEqual(portions.slice(0, 2))
    await sendPortions(portions.slice(done.length), {
      keyOf: keys(),
      send: async () => undefined,
      onDone: (portion) => done.push(portion),
      isStopped: () => false,
    })
    expect(done).toEqual(portions)
    expect(go).toBeTypeOf('function')
  })

  it('sends one without an answer again under the same name', async () => {
    const { sent, done, first, go } = await run(99, 1)
    expect([first, done.length]).toEqual(['no answer', 1])
    await go(1, -1)
    expect(sent.map(([, key]) => key)).toEqual(['key 0', 'key 1', 'key 1', 'key 2', 'key 3'])
  })
})
