import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useApi } from '../../api/context.ts'
import { fastRefreshMs } from '../../api/refresh.ts'
import { type Ask, createWatchedList, type WatchedState } from './watched-list.ts'

type Options<Row> = {
  /** A new name starts a new list. */
  name: string
  ask: Ask<Row>
  /** True: news waits. False: it shows while the first row is in sight. */
  paused: boolean
}

const pauseMs = 1_000

export const useWatchedList = <Row>({ name, ask, paused }: Options<Row>) => {
  const { time } = useApi()
  const latest = useRef({ ask, paused })
  useEffect(() => {
    latest.current = { ask, paused }
  })
  const [list] = useState(() => createWatchedList<Row>({ now: () => time.now() }))
  const atTop = useRef(true)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)

  useEffect(() => {
    void list.open(latest.current.ask)
    atTop.current = true
    return () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
      list.close()
    }
  }, [list, name])

  // Events within a second cause one request, and none while the tab is hidden.
  const missed = useRef(false)
  const hear = useCallback((): void => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      missed.current = document.visibilityState === 'hidden'
      if (!missed.current) void list.look(!latest.current.paused && atTop.current)
    }, pauseMs)
  }, [list])
  useEffect(() => {
    const back = (): void => {
      if (missed.current && document.visibilityState !== 'hidden') hear()
    }
    document.addEventListener('visibilitychange', back)
    return () => document.removeEventListener('visibilitychange', back)
  }, [hear])

  const state: WatchedState<Row> = useSyncExternalStore(list.subscribe, list.current)
  return {
    state,
    hear,
    reach: useCallback(
      (first: number, last: number): void => {
        atTop.current = first === 0
        list.reach(first, last)
      },
      [list],
    ),
    show: list.show,
    retry: (): void => void list.open(),
    catchUp: (): void => void list.look(true),
  }
}

export const usePolling = (hear: () => void, polled: boolean): void =>
  useEffect(() => {
    if (!polled) return undefined
    const round = setInterval(hear, fastRefreshMs)
    return () => clearInterval(round)
  }, [hear, polled])
