import { describe, expect, it } from 'vitest'
import { createSignals } from './signals.ts'

const broken = new Error('broken')
const fail = (): void => {
  throw broken
}

describe('signals', () => {
  it('reach all who listen, with their facts, until they stop listening', () => {
    const heard: unknown[] = []
    const signals = createSignals(fail)
    signals.on('board.changed', (...facts) => void heard.push(['first', ...facts]))
    const stop = signals.on('board.changed', (...facts) => void heard.push(['second', ...facts]))
    signals.on('user.changed', (...facts) => void heard.push(['other', ...facts]))
    signals.emit('board.changed', 3, 14)
    stop()
    signals.emit('board.changed', 3, 15)
    expect(heard).toEqual([
      ['first', 3, 14],
      ['second', 3, 14],
      ['first', 3, 15],
    ])
  })

  it('report a listener that throws, and still reach the others', () => {
    const heard: string[] = []
    const reported: unknown[] = []
    const signals = createSignals((...report) => void reported.push(report))
    signals.on('access.changed', fail)
    signals.on('access.changed', (subject) => void heard.push(subject))
    signals.emit('access.changed', 'somebody')
    expect(heard).toEqual(['somebody'])
    expect(reported).toEqual([['access.changed', broken]])
  })
})
