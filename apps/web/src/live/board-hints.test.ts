import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBoardHints } from './board-hints.ts'

describe('hints of new boards', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** `lag`: so many versions the server's answers are behind its hints. */
  type Given = { chance?: number; lag?: number; isAsking?: () => boolean }
  const world = ({ chance = 0.5, lag = 0, isAsking = () => false }: Given = {}) => {
    const asked: number[] = []
    let heard = 0
    let shown = 0
    const hints = createBoardHints({
      behind: (version) => (shown < version ? ['details'] : []),
      ask() {
        asked.push(heard)
        shown = heard - lag
      },
      isAsking,
      random: () => chance,
    })
    return {
      asked,
      stop: hints.stop,
      show: (version: number) => {
        shown = version
      },
      hear(version: number, withinMs?: number, soonMs?: number) {
        heard = version
        hints.hear(version, withinMs, soonMs)
      },
    }
  }

  it('are followed within a second and a half, once for all that came meanwhile', () => {
    const { asked, hear } = world()
    hear(7)
    vi.advanceTimersByTime(749)
    hear(8)
    expect(asked).toEqual([])
    vi.advanceTimersByTime(1)
    expect(asked).toEqual([8])
    vi.advanceTimersByTime(60_000)
    expect(asked).toEqual([8])
  })

  it('are spread by chance', () => {
    for (const [chance, ms] of [
      [0.2, 300],
      [0.9, 1_350],
    ] as const) {
      const { asked, hear } = world({ chance })
      hear(1)
      vi.advanceTimersByTime(ms - 1)
      expect(asked).toEqual([])
      vi.advanceTimersByTime(1)
      expect(asked, String(chance)).toEqual([1])
    }
  })

  it('come soon to who looks at what was solved, and rest as usual', () => {
    const { asked, hear, show } = world()
    hear(1, undefined, 500)
    vi.advanceTimersByTime(250)
    expect(asked).toEqual([1])
    show(1)
    hear(2, undefined, 500)
    vi.advanceTimersByTime(2_999)
    expect(asked).toEqual([1])
    vi.advanceTimersByTime(1)
    expect(asked).toEqual([1, 2])
  })

  it('spread as far as the server says, and rest accordingly', () => {
    const { asked, hear, show } = world()
    hear(1, 500)
    vi.advanceTimersByTime(249)
    expect(asked).toEqual([])
    vi.advanceTimersByTime(1)
    expect(asked).toEqual([1])
    show(1)
    hear(2, 500)
    vi.advanceTimersByTime(649)
    expect(asked).toEqual([1])
    vi.advanceTimersByTime(1)
    expect(asked).toEqual([1, 2])
    show(2)
    vi.advanceTimersByTime(60_000)
    // Next to nobody else watches.
    hear(3, 0)
    vi.advanceTimersByTime(0)
    expect(asked).toEqual([1, 2, 3])
  })

  it('give up no answer that is under way, however long it takes', () => {
    let isAsking = false
    const { asked, hear } = world({ isAsking: () => isAsking })
    isAsking = true
    hear(1, 100)
    vi.advanceTimersByTime(60_000)
    expect(asked).toEqual([])
    isAsking = false
    vi.advanceTimersByTime(300)
    expect(asked).toEqual([1])
  })

  it('ask for nothing that is shown already, or has come before their turn', () => {
    const { asked, hear, show } = world()
    show(5)
    hear(5)
    hear(6)
    show(6)
    vi.advanceTimersByTime(60_000)
    expect(asked).toEqual([])
  })

  it('make no more than one request in three seconds, however many come', () => {
    const { asked, hear, stop } = world({ chance: 0 })
    for (let version = 1; version < 1_190; version++) {
      hear(version)
      vi.advanceTimersByTime(50)
    }
    expect(asked).toHaveLength(20)
    stop()
    vi.advanceTimersByTime(60_000)
    expect(asked).toHaveLength(20)
  })

  it('are followed again where the answer was older than the hint, but not forever', () => {
    const { asked, hear, show } = world({ lag: 1 })
    hear(2)
    vi.advanceTimersByTime(60_000)
    expect(asked).toEqual([2, 2, 2, 2])
    hear(3)
    vi.advanceTimersByTime(2_000)
    show(3)
    vi.advanceTimersByTime(60_000)
    expect(asked).toEqual([2, 2, 2, 2, 3])
  })

  it('are followed again for three seconds where few watch, since another process may be late', () => {
    const { asked, hear, show } = world({ lag: 1 })
    hear(2, 0)
    vi.advanceTimersByTime(0)
    expect(asked).toEqual([2])
    vi.advanceTimersByTime(999)
    expect(asked).toEqual([2])
    vi.advanceTimersByTime(2_001)
    expect(asked).toEqual([2, 2, 2, 2])
    show(2)
    vi.advanceTimersByTime(60_000)
    // A new one isn't held up by what would be asked again.
    hear(3, 0)
    vi.advanceTimersByTime(0)
    hear(4, 0)
    vi.advanceTimersByTime(250)
    expect(asked).toEqual([2, 2, 2, 2, 3, 4])
  })
})
