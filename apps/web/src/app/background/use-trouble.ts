import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useApi } from '../../api/context.ts'
import { usePart } from '../use-part.ts'
import { createTroubleSink, listenForTrouble } from './trouble.ts'

const load = async () => (await import('./troubles.tsx')).Troubles
const retryMs = 5_000
/** Soon enough to be loaded before a new build replaces it on the server. */
const loadAfterMs = 60_000

export const useTrouble = (): ReactNode => {
  const api = useApi()
  const queries = useQueryClient()
  const [sink] = useState(createTroubleSink)
  const [wanted, setWanted] = useState(false)

  useEffect(
    () =>
      listenForTrouble(api, queries, (trouble) => {
        if (!sink.hear(trouble)) setWanted(true)
      }),
    [api, queries, sink],
  )
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), loadAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return usePart({ wanted, load, props: { sink }, retryMs })
}
