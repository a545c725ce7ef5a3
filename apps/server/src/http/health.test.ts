import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createHealthServer } from './health.ts'

afterEach(() => void vi.restoreAllMocks())

const healthAfter = async (tookMs: number): Promise<{ status: number; text: string; said: string[] }> => {
  const said: string[] = []
  let now = 5_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const server = createHealthServer({
    checks: [
      {
        name: 'cache',
        degradedMs: 1_000,
        async check() {
          now += tookMs
        },
      },
    ],
    database: async () => undefined,
    running: () => true,
    started: () => true,
    onFault: (part, error) => void said.push(`${part}: ${String(error)}`),
    metrics: null,
    touchesInstances: async () => false,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
  return { status: answer.status, text: await answer.text(), said }
}

describe('a part that answers', () => {
  it('in time is healthy, and nothing is said', async () => {
    expect(await healthAfter(1_000)).toEqual({ status: 200, text: 'Healthy', said: [] })
  })

  it('slowly still serves, and the log says which', async () => {
    expect(await healthAfter(1_001)).toEqual({
      status: 200,
      text: 'Degraded',
      said: ['cache: Error: it took 1001 ms'],
    })
  })
})
