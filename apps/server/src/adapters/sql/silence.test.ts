import { EventEmitter } from 'node:events'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settledWithin } from '../../kit/timeout.ts'
import { watchSilence } from './silence.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const suspectMs = 3_000

const line = () => {
  const destroy = vi.fn()
  const client = Object.assign(new EventEmitter(), {
    query: () => undefined,
    connection: { stream: { destroy } },
  }) as unknown as PoolClient
  return { client, destroy, ask: () => void client.query('select 1') }
}

const watching = (isThere: () => Promise<boolean>) => {
  const asks = vi.fn(isThere)
  const { watch } = watchSilence({ suspectMs }, asks)
  const open = () => {
    const opened = line()
    watch(opened.client)
    return opened
  }
  return { asks, open }
}

const never = new Promise<void>(() => undefined)
const silent = (): Promise<boolean> => settledWithin(5_000, [never]).then(() => false)

describe('a database that falls silent', () => {
  it('loses all connections, idle ones too', async () => {
    const { open } = watching(silent)
    const [waits, idle] = [open(), open()]
    waits.ask()
    await vi.advanceTimersByTimeAsync(9_000)
    expect(waits.destroy).toHaveBeenCalledOnce()
    expect(idle.destroy).toHaveBeenCalledOnce()
  })

  it('is there if it answers meanwhile, on a connection that was open or on another', async () => {
    const answers = [
      ({ client }: ReturnType<typeof line>) => client.emit('drain'),
      (_: unknown, open: () => unknown) => open(),
    ]
    for (const answer of answers) {
      const { asks, open } = watching(silent)
      const [waits, other] = [open(), open()]
      waits.ask()
      await vi.advanceTimersByTimeAsync(7_000)
      expect(asks).toHaveBeenCalledOnce()
      answer(other, open)
      await vi.advanceTimersByTimeAsync(2_000)
      expect(waits.destroy).not.toHaveBeenCalled()
    }
  })

  it('is not asked while it answers others', async () => {
    const { asks, open } = watching(silent)
    const [waits, other] = [open(), open()]
    waits.ask()
    for (let second = 0; second < 20; second++) {
      await vi.advanceTimersByTimeAsync(1_000)
      other.client.emit('drain')
    }
    expect(asks).not.toHaveBeenCalled()
  })
})

describe('a slow query', () => {
  it('has the database asked every three seconds', async () => {
    const { asks, open } = watching(() => Promise.resolve(true))
    const { ask, destroy } = open()
    ask()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(asks).toHaveBeenCalledTimes(10)
    expect(destroy).not.toHaveBeenCalled()
  })

  it('goes on if the database could not be asked', async () => {
    const { asks, open } = watching(() => Promise.reject(new Error('no certificate')))
    const { ask, destroy } = open()
    ask()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(asks).toHaveBeenCalledTimes(2)
    expect(destroy).not.toHaveBeenCalled()
  })
})

it('forgets a connection that broke, though its transaction still asks for the rollback', async () => {
  const { asks, open } = watching(silent)
  const { client, ask } = open()
  ask()
  client.emit('end')
  ask()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asks).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})
