import { describe, expect, it } from 'vitest'
import { createManualTimers } from '../../../../../tests/kit/manual-timers.ts'
import { createConfirmation } from './confirmation.ts'

const setup = ({ isLost = false } = {}) => {
  const timers = createManualTimers()
  let now = 0
  const asked: number[] = []
  const confirmation = createConfirmation({
    now: () => now,
    after: timers.after,
    async ask(question) {
      asked.push(question)
      return !isLost
    },
  })
  return {
    confirmation,
    asked,
    async pass(ms: number) {
      now += ms
      timers.pass(ms)
      await settle()
    },
    /** Whether it is confirmed after everything that can happen automatically. */
    async watch() {
      const outcome = { isConfirmed: false }
      void confirmation.confirmed().then(() => (outcome.isConfirmed = true))
      await settle()
      return outcome
    },
    settle,
    now: () => now,
  }
}

const settle = async (): Promise<void> => {
  for (let each = 0; each < 20; each++) await Promise.resolve()
}

describe('a change', () => {
  it('is confirmed when the question has come back and all others have answered', async () => {
    const { confirmation, watch, now } = setup()
    confirmation.heard('one')
    confirmation.heard('two')
    const change = await watch()
    confirmation.answered('one', 1)
    confirmation.answered('two', 1)
    await settle()
    expect(change.isConfirmed).toBe(false)
    confirmation.echoed(now())
    await settle()
    expect(change.isConfirmed).toBe(true)
  })

  it('waits for a process that is first heard of meanwhile', async () => {
    const { confirmation, watch, now } = setup()
    const change = await watch()
    confirmation.heard('new')
    confirmation.echoed(now())
    await settle()
    expect(change.isConfirmed).toBe(false)
    confirmation.answered('new', 1)
    await settle()
    expect(change.isConfirmed).toBe(true)
  })

  it('waits for a silent process until that no longer trusts its memory, and then not again', async () => {
    const { confirmation, watch, pass, now } = setup()
    confirmation.heard('silent')
    const change = await watch()
    confirmation.echoed(now())
    await pass(1_099)
    expect(change.isConfirmed).toBe(false)
    await pass(1)
    expect(change.isConfirmed).toBe(true)
    const next = await watch()
    confirmation.echoed(now())
    await settle()
    expect(next.isConfirmed).toBe(true)
  })

  it('does not wait for a process that has said goodbye', async () => {
    const { confirmation, watch, now } = setup()
    confirmation.heard('other')
    const change = await watch()
    confirmation.echoed(now())
    confirmation.left('other')
    await settle()
    expect(change.isConfirmed).toBe(true)
  })

  it('that nobody can be told of waits until the others have looked into the database', async () => {
    const { confirmation, watch, pass } = setup({ isLost: true })
    confirmation.heard('other')
    const change = await watch()
    await pass(2_499)
    expect(change.isConfirmed).toBe(false)
    await pass(1)
    expect(change.isConfirmed).toBe(true)
  })

  it('is not confirmed by the answer to an earlier question; those who wait share the next', async () => {
    const { confirmation, watch, asked, now } = setup()
    confirmation.heard('other')
    const first = await watch()
    const [second, third] = [await watch(), await watch()]
    confirmation.echoed(now())
    confirmation.answered('other', 1)
    await settle()
    expect([first, second, third].map(({ isConfirmed }) => isConfirmed)).toEqual([true, false, false])
    expect(asked).toEqual([1, 2])
    confirmation.answered('other', 2)
    await settle()
    expect([second, third].map(({ isConfirmed }) => isConfirmed)).toEqual([true, true])
    expect(asked).toEqual([1, 2])
  })
})

describe('a process', () => {
  it('is current for a second after the message that it heard again was sent', async () => {
    const { confirmation, pass } = setup()
    expect(confirmation.isCurrent).toBe(false)
    await pass(5_000)
    confirmation.echoed(4_500)
    expect(confirmation.isCurrent).toBe(true)
    await pass(499)
    expect(confirmation.isCurrent).toBe(true)
    await pass(1)
    expect(confirmation.isCurrent).toBe(false)
  })
})
