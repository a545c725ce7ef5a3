import type { ReceivedChange } from '@pennant/contract/hub'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Outlet } from 'react-router'
import { useApi } from '../../api/context.ts'
import { markStale } from '../../api/refresh.ts'
import { useLive } from '../../live/use-live.ts'
import { changedKeysOutside, keysOutside } from './changed-keys.ts'

type Options = {
  game?: number
  all: readonly QueryKey[]
  keysOf: (change: ReceivedChange) => QueryKey[]
}

// Changes of many objects at once cause one request for each query.
const pauseMs = 250

export const useFollowChanges = ({ game, all, keysOf }: Options): void => {
  const queries = useQueryClient()
  const { supported } = useApi().extensions
  const waiting = useRef(new Map<string, QueryKey>())
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
    },
    [],
  )
  const readAgain = (): void => {
    timer.current = null
    for (const key of waiting.current.values()) markStale(queries, key, true)
    waiting.current.clear()
  }
  useLive({
    ...(game === undefined ? { hub: 'admin' } : { hub: 'monitor', game }),
    wanted: supported,
    on: {
      ReceivedChange(change: ReceivedChange) {
        for (const key of keysOf(change)) waiting.current.set(JSON.stringify(key), key)
        if (waiting.current.size > 0) timer.current ??= setTimeout(readAgain, pauseMs)
      },
    },
    // Changes before that were missed.
    onConnected: () => all.forEach((key) => markStale(queries, key)),
  })
}

/** Around pages that no game is the subject of. */
export const FollowingLayout = () => {
  useFollowChanges({ all: keysOutside, keysOf: changedKeysOutside })
  return <Outlet />
}
