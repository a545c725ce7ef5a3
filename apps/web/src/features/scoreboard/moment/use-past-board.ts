import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Api } from '../../../api/client.ts'
import { useApi } from '../../../api/context.ts'
import { askRecord } from '../../../api/whole-boards.ts'
import type { Past } from '../board.ts'
import type { Asked, Told } from './past-board.worker.ts'

const recordQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['watch', game, 'record'],
    queryFn: async ({ signal }) => {
      const readAt = api.time.now()
      return { readAt, bytes: await askRecord(api, game, signal) }
    },
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })

type Computer = { ask(moment: number): void; close(): void }

/** Answers the newest moment: those that were passed meanwhile are left out. */
const startComputer = (record: ArrayBuffer, hear: (told: Told) => void): Computer => {
  const worker = new Worker(new URL('past-board.worker.ts', import.meta.url), { type: 'module' })
  const send = (asked: Asked): void => worker.postMessage(asked, [])
  let isBusy = true
  let next: number | null = null
  worker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    isBusy = false
    hear(data)
    if (next !== null) ask(next)
  })
  // Out of memory, for example.
  worker.addEventListener('error', () => hear({ record: null }))
  const ask = (moment: number): void => {
    next = isBusy ? moment : null
    if (isBusy) return
    isBusy = true
    send({ moment })
  }
  send({ record })
  return { ask, close: () => worker.terminate() }
}

export const usePastBoard = (game: number, moment: number) => {
  const query = useQuery(recordQuery(useApi(), game))
  const { data, refetch } = query
  const [computer, setComputer] = useState<Computer | null>(null)
  const [past, setPast] = useState<Past | null>(null)
  const [differs, setDiffers] = useState(false)

  useEffect(() => {
    if (data === undefined) return undefined
    const started = startComputer(data.bytes, (told) => {
      if ('board' in told) setPast(told)
      else {
        setDiffers(told.record === null)
        if (told.record === null) setPast(null)
      }
    })
    setComputer(started)
    return () => started.close()
  }, [data])
  useEffect(() => computer?.ask(moment), [computer, moment])
  const isBehind = data !== undefined && moment > data.readAt
  useEffect(() => {
    if (isBehind) void refetch()
  }, [isBehind, refetch])
  return { query, past, differs }
}
