import { describe, expect, it } from 'vitest'
import { Backlog, type SlowReader } from './backlog.ts'

const reader = (): SlowReader & { cut: boolean } => ({
  cut: false,
  cutOff() {
    this.cut = true
  },
})

describe('what waits for those who do not read', () => {
  it('is the sum of what waits for each', () => {
    const backlog = new Backlog(100)
    const [one, two] = [reader(), reader()]
    backlog.set(one, 40)
    backlog.set(two, 50)
    backlog.set(one, 10)
    expect(backlog.bytes).toBe(60)
    backlog.set(two, 0)
    backlog.set(two, 0)
    expect(backlog.bytes).toBe(10)
    expect([one.cut, two.cut]).toEqual([false, false])
  })

  it('costs those their place who have kept it waiting longest, until the rest has room', () => {
    const backlog = new Backlog(100)
    const all = [reader(), reader(), reader(), reader()] as const
    for (const one of all.slice(0, 3)) backlog.set(one, 30)
    backlog.set(all[0], 0)
    backlog.set(all[0], 40)
    backlog.set(all[3], 45)
    expect(all.map(({ cut }) => cut)).toEqual([false, true, true, false])
    expect(backlog.bytes).toBe(85)
  })

  it('may be one alone who has too much', () => {
    const backlog = new Backlog(100)
    const one = reader()
    backlog.set(one, 101)
    expect([one.cut, backlog.bytes]).toEqual([true, 0])
  })
})
