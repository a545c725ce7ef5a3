import { expect, it } from 'vitest'
import { createTestClock } from '../../../../tests/kit/clock.ts'
import type { Lock } from '../ports/lock.ts'
import { runJobs } from './scheduler.ts'

it('leaves the first seconds after a start to what recurs more often than every hour', async () => {
  const ran: string[] = []
  const end = new AbortController()
  const often = async (): Promise<void> => {
    if (ran.push('often') === 3) end.abort()
  }
  const lock: Pick<Lock, 'campaign'> = { campaign: (_name, lead, signal) => lead(signal) }
  await runJobs(
    {
      lock,
      clock: createTestClock(),
      onError: () => undefined,
      onRun: async () => undefined,
      onLead: () => undefined,
    },
    [
      { name: 'seldom', everyMs: 3_600_000, run: async () => void ran.push('seldom') },
      { name: 'often', everyMs: 1, run: often },
    ],
    end.signal,
  )
  expect(ran).toEqual(['often', 'often', 'often'])
})
