import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useApi } from '../../api/context.ts'
import { useLazyComponent } from '../use-lazy-component.ts'
import { createFailureQueue, listenForFailures } from './failure.ts'

const load = async () => (await import('./failure-toasts.tsx')).FailureToasts
const retryMs = 5_000
/** Soon enough to be loaded before a new build replaces it on the server. */
const loadAfterMs = 60_000

export const useFailureToasts = (): ReactNode => {
  const api = useApi()
  const queries = useQueryClient()
  const [queue] = useState(createFailureQueue)
  const [wanted, setWanted] = useState(false)

  useEffect(
    () =>
      listenForFailures(api, queries, (failure) => {
        if (!queue.report(failure)) setWanted(true)
      }),
    [api, queries, queue],
  )
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), loadAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return useLazyComponent({ wanted, load, props: { queue }, retryMs })
}
