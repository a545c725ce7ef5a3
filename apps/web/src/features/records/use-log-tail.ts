import type { LogMessage } from '@pennant/contract/log'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useApi } from '../../api/context.ts'
import { useLive } from '../../live/use-live.ts'
import { fits, type LogFilter } from './log-filter.ts'
import { logPageQuery, logsPerPage } from './log-queries.ts'

export type LogRow = LogMessage & { key: string }

const mostFresh = 5_000
const writtenAfterMs = 500

export const useLogTail = (filter: LogFilter) => {
  const api = useApi()
  const queries = useQueryClient()
  const [until, setUntil] = useState(() => api.time.now())
  const [fresh, setFresh] = useState<readonly LogRow[]>([])
  const [held, setHeld] = useState<readonly LogRow[]>([])
  const [paused, setPaused] = useState(false)
  const [asked, setAsked] = useState<ReadonlySet<number>>(new Set([0]))
  const name = JSON.stringify(filter)
  const [shownName, setShownName] = useState(name)

  const begin = (at: number): void => {
    const isNew = ({ time }: LogRow): boolean => time >= at
    setUntil(at)
    setFresh((now) => now.filter(isNew))
    setHeld((now) => now.filter(isNew))
    setAsked(new Set([0]))
  }
  if (name !== shownName) {
    setShownName(name)
    begin(api.time.now())
    setFresh([])
    setHeld([])
  }
  // Records stay in sight until new ones have come.
  const catchUp = async (): Promise<void> => {
    const at = api.time.now()
    // Records are written a moment after they are pushed.
    await new Promise((resolve) => setTimeout(resolve, writtenAfterMs))
    await queries.query(logPageQuery(api, filter, at, 0)).catch(() => undefined)
    begin(at)
  }

  const state = useLive({
    hub: 'admin',
    on: {
      ReceivedLog(log: LogMessage) {
        if (!fits(log, filter)) return
        const row = { ...log, key: `new ${crypto.getRandomValues(new Uint32Array(2)).join(' ')}` }
        const add = (now: readonly LogRow[]): readonly LogRow[] =>
          [row, ...now.filter((other) => !isRepeatOf(log, other))].slice(0, mostFresh)
        if (paused) setHeld(add)
        else setFresh(add)
      },
    },
    // Records that were missed are only in the list.
    onConnected: () => void catchUp(),
  })

  const pages = [...asked].toSorted((one, other) => one - other)
  const results = useQueries({ queries: pages.map((page) => logPageQuery(api, filter, until, page)) })
  const first = results[0]
  const lastKnown = results.findLast(({ data }) => data !== undefined)?.data
  const loadedTo = pages.reduce((end, page, at) => {
    const count = results[at]?.data?.records.length
    return count === undefined ? end : Math.max(end, page * logsPerPage + count)
  }, 0)
  // Without a total, the list grows while pages are full.
  const guess = loadedTo % logsPerPage === 0 && loadedTo > 0 ? loadedTo + logsPerPage : loadedTo
  const total = lastKnown?.total ?? guess

  const rows: (LogRow | undefined)[] = Array.from({ length: Math.max(total, loadedTo) }, () => undefined)
  for (const [at, page] of pages.entries())
    for (const [index, log] of (results[at]?.data?.records ?? []).entries())
      rows[page * logsPerPage + index] = { ...log, key: `${until} ${page * logsPerPage + index}` }

  const freshCount = fresh.length
  const onRange = useCallback(
    (from: number, to: number) => {
      const wanted: number[] = []
      for (
        let page = Math.max(0, Math.floor((from - freshCount) / logsPerPage));
        page <= Math.max(0, Math.floor((to - freshCount) / logsPerPage));
        page++
      )
        wanted.push(page)
      setAsked((now) => (wanted.every((page) => now.has(page)) ? now : new Set([...now, ...wanted])))
    },
    [freshCount],
  )

  return {
    rows: [...fresh, ...rows],
    total: total + freshCount,
    until,
    first,
    state,
    paused,
    held: held.length,
    onRange,
    setPaused(next: boolean): void {
      setPaused(next)
      if (next) return
      setFresh((now) => [...held, ...now].slice(0, mostFresh))
      setHeld([])
    },
  }
}

// A repeat is pushed again with its count, and replaces the earlier one.
const isRepeatOf = (log: LogMessage, other: LogMessage): boolean =>
  log.count !== undefined &&
  log.count > (other.count ?? 1) &&
  log.time === other.time &&
  log.msg === other.msg &&
  log.name === other.name
