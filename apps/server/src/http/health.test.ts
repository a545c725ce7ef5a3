import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createHealthServer, SchemaMismatch } from './health.ts'

afterEach(() => void vi.restoreAllMocks())

type Needs = Parameters<typeof createHealthServer>[0]

const open = async (needs: Partial<Needs>): Promise<string> => {
  const server = createHealthServer({
    checks: [],
    database: async () => undefined,
    running: () => true,
    started: () => true,
    draining: () => false,
    holdsGames: () => false,
    onFault: () => undefined,
    metrics: null,
    touchesInstances: async () => false,
    ...needs,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

const healthAfter = async (tookMs: number): Promise<{ status: number; text: string; said: string[] }> => {
  const said: string[] = []
  let now = 5_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const check = async (): Promise<void> => {
    now += tookMs
  }
  const origin = await open({
    checks: [{ name: 'cache', degradedMs: 1_000, check }],
    onFault: (part, error) => void said.push(`${part}: ${String(error)}`),
  })
  const answer = await fetch(`${origin}/healthz`)
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

describe('readiness', () => {
  const away = (): Promise<void> => Promise.reject(new Error('away'))
  const mismatch = (): Promise<void> => Promise.reject(new SchemaMismatch())

  it.each<[string, Partial<Needs>, number]>([
    ['is there with the database', {}, 200],
    ['is not there before the start', { running: () => false }, 503],
    ['is not there while draining', { draining: () => true, holdsGames: () => true }, 503],
    ['is not there without the database', { database: away }, 503],
    ['is there without the database where games are held', { database: away, holdsGames: () => true }, 200],
    ['is not there with another schema', { database: mismatch, holdsGames: () => true }, 503],
  ])('%s', async (_name, needs, status) => {
    expect((await fetch(`${await open(needs)}/readyz`)).status).toBe(status)
  })

  it('is gone when draining begins while the database is asked', async () => {
    let draining = false
    const database = async (): Promise<void> => {
      draining = true
    }
    const origin = await open({ draining: () => draining, database })
    expect((await fetch(`${origin}/readyz`)).status).toBe(503)
  })

  it('does not wait for a database that never answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let asked = (): void => undefined
    const begun = new Promise<void>((resolve) => (asked = resolve))
    const database = (): Promise<void> => {
      asked()
      return new Promise(() => undefined)
    }
    const answer = fetch(`${await open({ database, holdsGames: () => true })}/readyz`)
    await begun
    vi.advanceTimersByTime(3_000)
    expect((await answer).status).toBe(200)
  })

  it('asks nothing to say that the process lives and has started', async () => {
    const origin = await open({ database: away, draining: () => true })
    expect((await fetch(`${origin}/livez`)).status).toBe(200)
    expect((await fetch(`${origin}/startupz`)).status).toBe(200)
  })
})
