import { describe, expect, it } from 'vitest'
import { createTestClock } from '../../../../../tests/kit/clock.ts'
import { createRefusals } from './refusals.ts'

const world = () => {
  const clock = createTestClock()
  let stored: unknown = null
  let writes = 0
  const store = {
    find: async () => stored,
    async edit(_key: string, _at: Date, change: (before: unknown) => unknown) {
      writes++
      stored = change(stored)
      return true
    },
  }
  const process = () =>
    createRefusals({
      store,
      clock,
      networkOf: (address) => address,
      onFault: (error) => expect.unreachable(String(error)),
    })
  return { clock, process, writes: () => writes }
}

const names = async (refusals: { recent(): Promise<{ network: string }[]> }): Promise<string[]> =>
  (await refusals.recent()).map(({ network }) => network)

describe('refused addresses', () => {
  it('are those of all processes, the latest first, each with how often', async () => {
    const { clock, process } = world()
    const [one, other] = [process(), process()]
    one.note('192.0.2.1')
    clock.advance(1)
    for (let nr = 0; nr < 3; nr++) other.note('192.0.2.2')
    await one.write()
    await other.write()
    clock.advance(1)
    one.note('192.0.2.1')
    const last = clock.now()
    expect(await one.recent()).toEqual([
      { network: '192.0.2.1', times: 2, last },
      { network: '192.0.2.2', times: 3, last: last - 1 },
    ])
    expect(await names(other)).toEqual(['192.0.2.2', '192.0.2.1'])
  })

  it('are forgotten after a day', async () => {
    const { clock, process } = world()
    const refusals = process()
    refusals.note('192.0.2.1')
    await refusals.write()
    clock.advance(86_399_999)
    expect(await names(refusals)).toEqual(['192.0.2.1'])
    clock.advance(1)
    expect(await names(refusals)).toEqual([])
  })

  it('are fifty at most, and one write, however many there are', async () => {
    const { clock, process, writes } = world()
    const refusals = process()
    for (let nr = 0; nr < 5000; nr++) refusals.note(`10.0.${nr >> 8}.${nr & 255}`)
    await refusals.write()
    expect(await names(refusals)).toHaveLength(50)
    clock.advance(1)
    refusals.note('192.0.2.1')
    await refusals.write()
    await refusals.write()
    expect(await names(refusals)).toHaveLength(50)
    expect(await names(refusals)).toContain('192.0.2.1')
    expect(writes()).toBe(2)
  })

  it('have an address', async () => {
    const refusals = world().process()
    refusals.note(null)
    refusals.note('')
    expect(await refusals.recent()).toEqual([])
  })
})
