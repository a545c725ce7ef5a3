import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createNamedMutex } from './mutex.ts'

describe('a named mutex', () => {
  it('is attempted only while it is free, and others wait for it as ever', async () => {
    const mutex = createNamedMutex()
    const leave = mutex.attempt('one')
    expect([mutex.attempt('one'), mutex.attempt('two')]).toEqual([null, expect.any(Function)])
    const next = mutex.acquire('one')
    leave?.()
    const leaveNext = await next
    expect(mutex.attempt('one')).toBeNull()
    leaveNext()
    expect(mutex.attempt('one')).not.toBeNull()
  })

  it('goes by order of arrival, leaves out who gave up, and is forgotten at its end', async () => {
    const mutex = createNamedMutex()
    const order: string[] = []
    const enter = async (who: string, signal?: AbortSignal): Promise<void> => {
      const done = await mutex.acquire('name', signal)
      order.push(who)
      await turn()
      done()
      done()
    }
    const stop = new AbortController()
    const given = enter('gives up', stop.signal)
    const impatient = new AbortController()
    const all = [enter('b'), enter('impatient', impatient.signal), enter('c')]
    impatient.abort(new Error('enough'))
    await expect(all[1]).rejects.toThrow('enough')
    stop.abort()
    await Promise.all([given, all[0], all[2]])
    expect(order).toEqual(['gives up', 'b', 'c'])
  })
})
