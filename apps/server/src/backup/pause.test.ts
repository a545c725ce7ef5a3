import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { createPause, pausing } from './pause.ts'

const paused = (delays: number[]) => {
  const [said, waits]: [string[], number[]] = [[], []]
  let time = 0
  const { signal } = new AbortController()
  const pause = createPause({
    loopDelayMs: async () => delays.shift() ?? 0,
    say: (text) => void said.push(text),
    signal,
    wait: async (ms) => {
      waits.push(ms)
      time += ms
    },
    now: () => time,
  })
  return { pause, said, waits, pass: (ms: number) => void (time += ms) }
}

it('waits from where servers begin to shed load until they have stopped', async () => {
  const { pause, said, waits } = paused([50, 120, 25, 24])
  await pause()
  expect([said, waits]).toEqual([['A server is busy. Waiting…'], [5_000, 5_000, 5_000]])
})

it('does not wait for servers that are only a little slow, and looks only now and then', async () => {
  const delays = [49, 90, 0]
  const { pause, waits, pass } = paused(delays)
  await pause()
  await pause()
  expect([waits, delays]).toEqual([[], [90, 0]])
  pass(5_000)
  await pause()
  expect(waits).toEqual([5_000])
})

it('waits for an hour in all', async () => {
  const { pause, waits, pass } = paused(Array.from({ length: 2_000 }, () => 1_000))
  await pause()
  pass(5_000)
  await pause()
  expect(waits).toHaveLength(720)
})

it('goes on when nobody knows how servers are', async () => {
  const { signal } = new AbortController()
  const loopDelayMs = () => Promise.reject(new Error('away'))
  const pause = createPause({ loopDelayMs, say: () => undefined, signal })
  await expect(pause()).resolves.toBeUndefined()
})

it('lies between the portions of a stream, whose bytes stay the same', async () => {
  let pauses = 0
  const source = Readable.from([Buffer.from('one'), Buffer.from('two')])
  const stream = pausing(source, async () => void (pauses += 1))
  expect([String(await buffer(stream)), pauses]).toEqual(['onetwo', 2])
})
