import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { openAnswerStore } from './answer-store.ts'
import type { AnswerStore } from './persisted-query.ts'
import { restore, type Stored } from './restore.ts'

export type Persistence = {
  build: string
  /** Null if the browser stores nothing. */
  store: AnswerStore | null
  stored: Stored
}

type Needs = { queries: QueryClient; now: number; build: string }

/** The first paint waits no longer than this. */
const patienceMs = 400

export const openPersistence = async ({ queries, now, build }: Needs): Promise<Persistence> => {
  const persistence: Persistence = { build, store: null, stored: new Map() }
  const reading = async (): Promise<void> => {
    persistence.store = await openAnswerStore()
    for (const [hash, at] of await restore({ queries, store: persistence.store, now, build }, 'small'))
      persistence.stored.set(hash, at)
  }
  // Without it everything is asked for, as on a first visit.
  await Promise.race([
    reading().catch(() => undefined),
    new Promise((resolve) => {
      setTimeout(resolve, patienceMs)
    }),
  ])
  return persistence
}

const PersistenceContext = createContext<Persistence | null>(null)

export const PersistenceProvider = PersistenceContext.Provider

export const usePersistence = (): Persistence => {
  const persistence = useContext(PersistenceContext)
  if (persistence === null) throw new Error('usePersistence outside of PersistenceProvider')
  return persistence
}
