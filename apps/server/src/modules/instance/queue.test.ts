import { describe, expect, it } from 'vitest'
import { createStartQueue, type QueueTicket, type StartQueue } from './queue.ts'

const never = new AbortController().signal
const ignore = (): void => undefined

const ticketIn = (queue: StartQueue, first = false): QueueTicket => {
  const ticket = first ? queue.reserveFirst() : queue.reserve()
  if (ticket === null) throw new Error('there is no ticket')
  return ticket
}

const createLine = (limits: { atOnce: number; mostWaiting: number }) => {
  const queue = createStartQueue(limits.atOnce, limits.mostWaiting)
  const gone: string[] = []
  const releases = new Map<string, () => void>()
  const positions = new Map<string, number[]>()
  return {
    queue,
    gone,
    positions,
    join(name: string, { first = false, signal = never } = {}): Promise<void> {
      const stood: number[] = []
      positions.set(name, stood)
      return ticketIn(queue, first)
        .turn(signal, (position) => stood.push(position))
        .then((release) => {
          gone.push(name)
          releases.set(name, release)
        })
    },
    async end(name: string): Promise<void> {
      releases.get(name)?.()
      await Promise.resolve()
    },
  }
}

describe('the queue of starts', () => {
  it('lets so many go at once, and the others in order', async () => {
    const { join, end, gone } = createLine({ atOnce: 2, mostWaiting: 10 })
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => join(name))
    await Promise.all(all.slice(0, 2))
    expect(gone).toEqual(['a', 'b'])
    await end('b')
    await all[2]
    expect(gone).toEqual(['a', 'b', 'c'])
    await end('a')
    await end('c')
    await Promise.all(all)
    expect(gone).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('tells everybody where they stand', async () => {
    const { join, end, positions } = createLine({ atOnce: 1, mostWaiting: 10 })
    await join('a')
    for (const name of ['b', 'c']) void join(name)
    await end('a')
    expect(positions).toEqual(
      new Map([
        ['a', []],
        ['b', [1, 1]],
        ['c', [2, 1]],
      ]),
    )
  })

  it('lets organizers go first, in their own order', async () => {
    const { join, end, gone } = createLine({ atOnce: 1, mostWaiting: 10 })
    await join('a')
    const all = [join('b'), join('c'), join('o1', { first: true }), join('o2', { first: true })]
    for (const name of ['a', 'o1', 'o2', 'b', 'c']) {
      await end(name)
      await Promise.resolve()
    }
    await Promise.all(all)
    expect(gone).toEqual(['a', 'o1', 'o2', 'b', 'c'])
  })

  it('closes up when somebody leaves', async () => {
    const { join, end, gone, positions } = createLine({ atOnce: 1, mostWaiting: 10 })
    await join('a')
    const leaving = new AbortController()
    const left = join('b', { signal: leaving.signal })
    const stays = join('c')
    leaving.abort(new Error('changed my mind'))
    await expect(left).rejects.toThrow('changed my mind')
    expect(positions.get('c')).toEqual([2, 1])
    await end('a')
    await stays
    expect(gone).toEqual(['a', 'c'])
  })

  it('does not let in anyone who has left before', async () => {
    const { queue, join } = createLine({ atOnce: 1, mostWaiting: 10 })
    await expect(ticketIn(queue).turn(AbortSignal.abort(new Error('gone')), ignore)).rejects.toThrow('gone')
    await join('a')
  })

  it('has an end, but not for organizers', async () => {
    const { queue, join, end, gone } = createLine({ atOnce: 2, mostWaiting: 3 })
    for (const name of ['a', 'b', 'c', 'd', 'e']) void join(name)
    expect(queue.reserve()).toBeNull()
    void join('o', { first: true })
    await end('a')
    await end('b')
    expect(gone).toContain('o')
  })

  it('counts places that are not taken yet, and takes them back once', () => {
    const queue = createStartQueue(1, 1)
    const [first, second] = [ticketIn(queue), ticketIn(queue)]
    expect(queue.reserve()).toBeNull()
    first.leave()
    first.leave()
    expect(queue.reserve()).not.toBeNull()
    expect(queue.reserve()).toBeNull()
    second.leave()
    expect(queue.reserve()).not.toBeNull()
  })
})
