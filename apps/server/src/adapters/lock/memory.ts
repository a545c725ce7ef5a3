import type { Lock } from '../../ports/lock.ts'
import { type Report, repeatTerms } from './campaign.ts'
import { createNamedMutex } from '../../kit/mutex.ts'

export function memoryLock(report: Report = () => undefined, pauseMs = 1000): Lock {
  const mutex = createNamedMutex()
  return {
    async exclusive(name, work) {
      const done = await mutex.acquire(name)
      try {
        return await work(new AbortController().signal)
      } finally {
        done()
      }
    },
    async attempt(name, work) {
      const done = mutex.attempt(name)
      if (done === null) return false
      try {
        await work(new AbortController().signal)
        return true
      } finally {
        done()
      }
    },
    async campaign(name, lead, signal) {
      const term = async (): Promise<void> => {
        const done = await mutex.acquire(name, signal)
        try {
          await lead(signal)
        } finally {
          done()
        }
      }
      await repeatTerms(name, term, pauseMs, signal, report)
    },
  }
}
