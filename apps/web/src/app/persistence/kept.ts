import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { restore, type Stored } from './restore.ts'
import type { AnswerStore } from './persisted-query.ts'
import { openAnswerStore } from './answer-store.ts'

export type Kept = {
  build: string
  /** Null if the browser stores nothing. */
  store: AnswerStore | null
  stored: Stored
}

type Needs = { queries: QueryClient; now: number; build: string }

/** The first paint waits no longer than this. */
const patienceMs = 400

export const openKept = async ({ queries, now, build }: Needs): Promise<Kept> => {
  const kept: Kept = { build, store: null, stored: new Map() }
  const reading = async (): Promise<void> => {
    kept.store = await openAnswerStore()
    for (const [hash, at] of await restore({ queries, store: kept.store, now, build }, 'small'))
      kept.stored.set(hash, at)
  }
  // Without it everything is asked for, as on a first visit.
  await Promise.race([
    reading().catch(() => undefined),
    new Promise((resolve) => {
      setTimeout(resolve, patienceMs)
    }),
  ])
  return kept
}

const KeptContext = createContext<Kept | null>(null)

export const KeptProvider = KeptContext.Provider

export const useKept = (): Kept => {
  const kept = useContext(KeptContext)
  if (kept === null) throw new Error('useKept outside of KeptProvider')
  return kept
}
