import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dropFormerStore } from '../persistence/answer-store.ts'
import { persistQueries } from '../persistence/persist-queries.ts'
import { usePersistence } from '../persistence/persistence.ts'
import { restore } from '../persistence/restore.ts'

// Not every browser has it.
const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 3_000 })
  else setTimeout(task, 200)
}

export const usePersistQueries = (): void => {
  const queries = useQueryClient()
  const { build, store, stored } = usePersistence()

  useEffect(() => {
    if (store === null) return undefined
    let stop = (): void => undefined
    let gone = false
    const begin = async (): Promise<void> => {
      dropFormerStore()
      const more = await restore({ queries, store, now: Date.now(), build }, 'large').catch(() => new Map())
      if (gone) return
      for (const [hash, at] of more as typeof stored) stored.set(hash, at)
      const isStored = (hash: string): boolean => stored.has(hash)
      stop = persistQueries({ queries, store, now: Date.now, build, isStored, whenIdle })
    }
    whenIdle(() => void begin())
    return () => {
      gone = true
      stop()
    }
  }, [queries, build, store, stored])
}
