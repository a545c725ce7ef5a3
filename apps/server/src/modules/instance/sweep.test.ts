import { describe, expect, it } from 'vitest'
import { journalOf } from '../../telemetry/journal.ts'
import type { DueContainer } from './store.ts'
import { createSweep, stopsAtOnce } from './sweep.ts'

const due = (at: number): DueContainer => ({
  id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  runtime_id: `runtime ${at}`,
  begun: true,
  test: false,
  game_id: null,
  participation_id: null,
  challenge_id: null,
  challenge_title: null,
  team_name: null,
  ran: true,
  wanted: true,
})

const createSetup = (count: number, stop: (row: Pick<DueContainer, 'id'>) => Promise<boolean>) => {
  const left = Array.from({ length: count }, (_, at) => due(at))
  const lines: string[] = []
  const asked = { times: 0, answered: Infinity }
  const sweep = createSweep(
    { journal: journalOf(({ message }) => void lines.push(message)) },
    {
      async takeDue(_span, except) {
        asked.times++
        if (asked.times > asked.answered) throw new Error('no database')
        const at = left.findIndex(({ id }) => !except.includes(id))
        return at === -1 ? undefined : left.splice(at, 1)[0]
      },
    },
    {
      span: () => ({ now: new Date(0), until: new Date(0) }),
      cancelUnwanted: async () => undefined,
      stop: async () => true,
      stopTaken: stop,
    },
    { answers: async () => true, seemsDown: () => false },
  )
  return { left, sweep, lines, asked }
}

describe('a sweep', () => {
  it('stops no more once it is told to, and leaves the rest to the next', async () => {
    const stopping = new AbortController()
    const { left, sweep } = createSetup(10, async () => {
      stopping.abort()
      return true
    })
    await sweep(stopping.signal)
    // The second one has looked by then.
    expect(left).toHaveLength(8)
    await sweep(AbortSignal.abort())
    expect(left).toHaveLength(8)
  })

  it('asks once where nothing is due', async () => {
    const { sweep, asked } = createSetup(0, async () => true)
    await sweep(new AbortController().signal)
    expect(asked.times).toBe(1)
  })

  it('stops many at once, and no more than that', async () => {
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const { left, sweep } = createSetup(20, async () => {
      await held
      return true
    })
    const swept = sweep(new AbortController().signal)
    await expect.poll(() => left.length).toBe(20 - stopsAtOnce)
    await new Promise((resolve) => setImmediate(resolve))
    expect(left).toHaveLength(20 - stopsAtOnce)
    letGo()
    await swept
    expect(left).toEqual([])
  })

  it('that hangs at one does not keep the next one from what is due then', async () => {
    let letGo = (): void => undefined
    const stopped: string[] = []
    const { left, sweep } = createSetup(1, async ({ id }) => {
      if (id === due(0).id) await new Promise<void>((resolve) => (letGo = resolve))
      stopped.push(id)
      return true
    })
    const never = new AbortController().signal
    const first = sweep(never)
    await expect.poll(() => left.length).toBe(0)
    left.push(due(1), due(2))
    const second = sweep(never)
    await expect.poll(() => stopped).toEqual([due(1).id, due(2).id])
    letGo()
    await Promise.all([first, second])
    expect(stopped).toHaveLength(3)
  })

  it('that hangs at one fails as soon as nothing can be looked up', async () => {
    let letGo = (): void => undefined
    const { sweep, asked } = createSetup(1, async () => {
      await new Promise<void>((resolve) => (letGo = resolve))
      return true
    })
    asked.answered = 1
    await expect(sweep(new AbortController().signal)).rejects.toThrow('no database')
    letGo()
  })

  it.each([
    ['says nothing of one that stops at the second attempt', 1, []],
    ['says once that one does not stop', 5, ["Couldn't stop expired instance 000000000000 (runtime 0)"]],
  ])('%s', async (_what, failures, said) => {
    let attempts = 0
    const { left, sweep, lines } = createSetup(1, async () => {
      if (++attempts > failures) return true
      left.push(due(0))
      throw new Error('it does not stop')
    })
    const { signal } = new AbortController()
    for (let pass = 0; pass <= failures; pass++) await sweep(signal)
    expect(attempts).toBeGreaterThan(failures)
    expect(lines.filter((line) => line.startsWith("Couldn't"))).toEqual(said)
  })
})
