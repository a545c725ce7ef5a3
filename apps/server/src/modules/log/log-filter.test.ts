import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LogMessage } from '@pennant/contract/log'
import { createTestClock } from '../../../../../tests/kit/clock.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

const clock = createTestClock()
let world: World
let admin: Person
let begun: number
beforeAll(async () => {
  world = await createWorld({ clock })
  admin = await world.person('Admin')
  const { journal } = world.core.log
  clock.advance(10_000)
  begun = clock.now()
  for (const [message, name, address] of [
    ['first 100% of it', 'Anna', '192.0.2.1'],
    ['second_thing', 'Bob', '192.0.2.2'],
    ['third thing', 'ANNABEL', null],
  ] as const) {
    journal.write({ level: 'Warning', message, name, address })
    clock.advance(1000)
  }
})
afterAll(() => world.close())

const list = async (query: Record<string, string>) => {
  const answer = await admin.get<LogMessage[]>(
    `/api/admin/logs?${new URLSearchParams({ from: String(begun), level: 'Warning', ...query })}`,
  )
  expect(answer.status, answer.text).toBe(200)
  return { found: answer.body.map(({ msg }) => msg), total: answer.headers.get('x-total-count') }
}

const [one, two, three] = ['first 100% of it', 'second_thing', 'third thing']

describe('the filtered list of log records', () => {
  it.each([
    [{ search: 'THING' }, [three, two]],
    [{ search: '%' }, [one]],
    [{ search: '_' }, [two]],
    [{ search: "' or 1=1 --" }, []],
    [{ user: 'anna' }, [three, one]],
    [{ address: '0.2.2' }, [two]],
    [{ user: 'anna', search: 'third' }, [three]],
    [{ level: 'Error' }, []],
    [{}, [three, two, one]],
  ])('finds parts of messages, names and addresses: %j', async (query, found) => {
    expect((await list(query)).found).toEqual(found)
  })

  it('includes where it begins and leaves out where it ends', async () => {
    expect((await list({ from: String(begun + 1000) })).found).toEqual([three, two])
    expect((await list({ to: String(begun + 1000) })).found).toEqual([one])
    expect((await list({ to: new Date(begun).toISOString() })).found).toEqual([])
  })

  it('says how many there are when it is asked, and not otherwise', async () => {
    expect(await list({ detail: 'true', count: '1' })).toEqual({ found: [three], total: '3' })
    expect(await list({ detail: 'true', count: '0', search: 'thing' })).toEqual({ found: [], total: '2' })
    expect(await list({ detail: 'true', level: 'Chatter' })).toEqual({ found: [], total: '0' })
    expect(await list({ count: '1' })).toEqual({ found: [three], total: null })
  })
})
