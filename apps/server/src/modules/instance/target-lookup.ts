import { setTimeout as wait } from 'node:timers/promises'
import type { StoredTarget, TargetStore } from './store-target.ts'

type Answer = StoredTarget | null
type Inquiry = { promise: Promise<Answer>; settle(answer: Answer): void; fail(error: unknown): void }

const idsAtOnce = 500
const defaultPauseMs = 250

// One question at a time, for all ids asked since: made-up ids make questions longer, not more frequent. Ids
// of callers who have named too many unknown ones come last, a few times a second.
export const createTargetLookup = (store: TargetStore, pauseMs = defaultPauseMs) => {
  const asked = new Map<string, Inquiry>()
  const hurried = new Set<string>()
  const patient = new Set<string>()
  const stopped = new Set<string>()
  let busy = false
  let pausing = false

  const take = (): string[] => {
    const ids = [...hurried, ...patient].slice(0, idsAtOnce)
    for (const id of ids) {
      hurried.delete(id)
      patient.delete(id)
    }
    return ids
  }

  const ask = async (ids: readonly string[]): Promise<void> => {
    try {
      const rows = ids.length === 0 ? [] : await store.find(ids)
      const found = new Map(rows.map((row) => [row.id, row]))
      for (const id of ids) close(id)?.settle(stopped.delete(id) ? null : (found.get(id) ?? null))
    } catch (error) {
      for (const id of ids) close(id)?.fail(error)
    }
  }

  const close = (id: string): Inquiry | undefined => {
    const inquiry = asked.get(id)
    asked.delete(id)
    return inquiry
  }

  const travel = async (): Promise<void> => {
    if (busy) return
    busy = true
    do await ask(take())
    while (hurried.size > 0)
    busy = false
    pause()
  }

  const pause = (): void => {
    if (patient.size === 0 || pausing) return
    pausing = true
    void wait(pauseMs, undefined, { ref: false }).then(() => {
      pausing = false
      return travel()
    })
  }

  const go = (id: string, hurry: boolean): void => {
    if (hurry) {
      hurried.add(id)
      void travel()
    } else {
      patient.add(id)
      pause()
    }
  }

  return {
    find(id: string, { hurry }: { hurry: boolean }): Promise<Answer> {
      const known = asked.get(id)
      if (known !== undefined) {
        if (hurry && patient.delete(id)) go(id, true)
        return known.promise
      }
      const inquiry = openInquiry()
      asked.set(id, inquiry)
      go(id, hurry)
      return inquiry.promise
    },
    stopped(id: string): void {
      if (asked.has(id)) stopped.add(id)
    },
  }
}

const openInquiry = (): Inquiry => {
  let settle: Inquiry['settle'] = () => undefined
  let fail: Inquiry['fail'] = () => undefined
  const promise = new Promise<Answer>((resolve, reject) => {
    settle = resolve
    fail = reject
  })
  return { promise, settle, fail }
}
