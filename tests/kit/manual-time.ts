import type { BodyTime } from '../../apps/server/src/http/body-pace.ts'

export type ManualTime = BodyTime & { pass(ms: number): void }

export const createManualTime = (): ManualTime => {
  let now = 0
  const works = new Set<() => void>()
  return {
    now: () => now,
    every(_ms, work) {
      works.add(work)
      return () => void works.delete(work)
    },
    pass(ms) {
      now += ms
      for (const work of works) work()
    },
  }
}
