import type { LogMessage } from '@pennant/contract/log'
import { describe, expect, it } from 'vitest'
import { fits, type LogFilter, queryOf, restOf } from './log-filter.ts'

const log: LogMessage = {
  time: 100,
  name: 'Ann',
  level: 'Information',
  ip: '10.0.0.7',
  msg: 'Logged in',
  status: null,
}
const none: LogFilter = { level: '', search: '', user: '', address: '', from: null, to: null }

describe('a record that was just pushed', () => {
  it.each<[Partial<LogFilter>, boolean]>([
    [{}, true],
    [{ level: 'Information' }, true],
    [{ level: 'Error' }, false],
    [{ search: 'LOGGED' }, true],
    [{ search: 'out' }, false],
    [{ user: 'an' }, true],
    [{ user: 'bob' }, false],
    [{ address: '0.0.7' }, true],
    [{ from: 100, to: 101 }, true],
    [{ from: 101 }, false],
    [{ to: 100 }, false],
  ])('under %o is shown: %s', (part, shown) => expect(fits(log, { ...none, ...part })).toBe(shown))

  it('of nobody fits no user', () => {
    expect(fits({ ...log, name: null }, { ...none, user: 'a' })).toBe(false)
  })
})

describe('what the server is asked for', () => {
  it('ends at a moment, or before', () => {
    expect(queryOf(none, 500)).toEqual({ level: 'All', to: 500, detail: true })
    expect(queryOf({ ...none, to: 400, search: 'x' }, 500)).toEqual({
      level: 'All',
      search: 'x',
      to: 400,
      detail: true,
    })
    expect(queryOf({ ...none, to: 600 }, 500).to).toBe(500)
  })
})

describe('a long list', () => {
  const times = [9, 9, 8, 7, 7, 7, 7, 6, 5, 5, 1]
  const whole = times.map((time, place) => ({ ...log, time, msg: String(place) }))

  it.each([
    [1, true],
    [2, true],
    [3, true],
    [100, true],
    [2, false],
  ])('is read to its end by %i at a time, each record once (by moments: %s)', (count, moments) => {
    const read: LogMessage[] = []
    for (;;) {
      const { to, skip } = restOf(read, { to: 9.5, moments })
      const fitting = moments ? whole.filter(({ time }) => time < to) : whole
      const part = fitting.slice(skip, skip + count)
      read.push(...part)
      if (part.length < count) break
    }
    expect(read).toEqual(whole)
  })

  it('skips only records of the last moment', () => {
    expect(restOf(whole.slice(0, 5), { to: 100, moments: true })).toEqual({ to: 8, skip: 2 })
    expect(restOf(whole.slice(0, 2), { to: 9, moments: true })).toEqual({ to: 9, skip: 2 })
  })
})
