import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limited, NoAnswer, timeoutAfter, settledWithin, timed, untilAborted, within } from './timeout.ts'

const never = new Promise<never>(() => undefined)
const late = (): Error => new Error('late')

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

describe('a limit of time', () => {
  it('lets work settle as it does, and leaves no timer', async () => {
    expect(await within(50, Promise.resolve('done'), late)).toBe('done')
    await expect(within(50, Promise.reject(new Error('broken')), late)).rejects.toThrow('broken')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('rejects when the work takes longer', async () => {
    const failed = within(50, never, late).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(50)
    expect(await failed).toEqual(late())
  })

  it('waits for all work to settle, but not longer', async () => {
    await settledWithin(50, [Promise.resolve(), Promise.reject(new Error('broken'))])
    await settledWithin(50, [])
    expect(vi.getTimerCount()).toBe(0)
    let isOver = false
    const waiting = settledWithin(50, [never]).then(() => (isOver = true))
    await vi.advanceTimersByTimeAsync(49)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await waiting
  })

  it('says what came of work that was timed', async () => {
    expect(await timed(50, async () => 'done')).toMatchObject({ value: 'done' })
    expect(await timed(50, () => Promise.reject(new Error('broken')))).toMatchObject({
      error: new Error('broken'),
    })
    const slow = timed(2_000, () => never)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await slow).toMatchObject({ error: new NoAnswer('no answer within 2 s') })
  })
})

describe('a signal', () => {
  it('ends the waiting, before or while it lasts', async () => {
    const stop = new AbortController()
    const failed = untilAborted(never, stop.signal).catch((error: unknown) => error)
    stop.abort(new Error('enough'))
    expect(await failed).toEqual(new Error('enough'))
    await expect(untilAborted(never, stop.signal)).rejects.toThrow('enough')
    expect(await untilAborted(Promise.resolve('done'), new AbortController().signal)).toBe('done')
  })

  it('is limited in time, follows the one it is made from, and is over at its end', async () => {
    const stop = new AbortController()
    const [slow, stopped, ended] = [
      limited(stop.signal, 50, late),
      limited(stop.signal, 100, late),
      limited(new AbortController().signal, 100, late),
    ]
    await vi.advanceTimersByTimeAsync(50)
    expect(slow.signal.reason).toEqual(late())
    stop.abort(new Error('enough'))
    expect(stopped.signal.reason).toEqual(new Error('enough'))
    for (const each of [slow, stopped, ended]) each.end()
    expect(ended.signal.aborted).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves some time after it has come', async () => {
    const stop = new AbortController()
    const timeout = timeoutAfter(stop.signal, 50)
    const failed = timeout.over.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60)
    stop.abort(new Error('enough'))
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(50)
    expect(await failed).toEqual(new Error('enough'))
    timeoutAfter(stop.signal, 50).end()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('work that is waited for', () => {
  it('answers what it answers, or why it failed', async () => {
    expect(await timed(60_000, async () => 7)).toEqual({ value: 7, milliseconds: expect.any(Number) })
    const error = new Error('no')
    expect(await timed(60_000, () => Promise.reject(error))).toEqual({
      error,
      milliseconds: expect.any(Number),
    })
  })

  it('is not waited for without end', async () => {
    const outcome = timed(20, () => never)
    await vi.advanceTimersByTimeAsync(20)
    expect(await outcome).toMatchObject({ error: new NoAnswer('no answer within 0.02 s') })
  })
})
