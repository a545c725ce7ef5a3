import { afterEach, beforeEach, expect, it } from 'vitest'
import { openService, openSite, type Site } from '../../../../tests/kit/tunnel-site.ts'
import { createProbe } from './probe.ts'

const probe = createProbe({ userAgent: 'pennant-tunnel/9', timeoutMs: 1000, now: () => performance.now() })

let site: Site
beforeEach(async () => {
  site = await openSite(() => {})
})
afterEach(() => site.close())

it.each([200, 204, 404, 400, 500])('brings the answer %i and how long it took', async (status) => {
  site.answer = status
  expect(await probe(site.remote)).toEqual({ status, latency: expect.any(Number) })
  expect(site.probes).toEqual([{ method: 'OPTIONS', userAgent: 'pennant-tunnel/9' }])
})

it('counts half of a round trip, in whole milliseconds', async () => {
  const times = [0, 100, 131.9]
  const timed = createProbe({ userAgent: 'x', timeoutMs: 1000, now: () => times.shift() ?? 0 })
  expect(await timed(site.remote)).toEqual({ status: 204, latency: 15 })
})

it('goes nowhere else', async () => {
  site.answer = 302
  expect(await probe(site.remote)).toMatchObject({ status: 302 })
  expect(site.probes).toHaveLength(1)
})

it('brings nothing when nobody answers, breaks off or takes too long', async () => {
  const impatient = createProbe({ userAgent: 'x', timeoutMs: 30, now: () => 0 })
  site.answer = () => new Promise(() => {})
  expect(await impatient(site.remote)).toBe('nothing')
  const rude = await openService((socket) => socket.destroy())
  expect(await probe(`ws://127.0.0.1:${rude.port}/`)).toBe('nothing')
  await rude.close()
  expect(await probe(`ws://127.0.0.1:${rude.port}/`)).toBe('nothing')
  expect(await probe(site.remote.replace('ws:', 'wss:'))).toBe('nothing')
})
