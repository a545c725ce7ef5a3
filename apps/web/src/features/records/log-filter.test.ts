import type { LogMessage } from '@pennant/contract/log'
import { describe, expect, it } from 'vitest'
import { fits, type LogFilter, queryOf } from './log-filter.ts'

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
