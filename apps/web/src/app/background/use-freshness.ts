import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '../../api/context.ts'
import { clientConfigQuery } from '../../api/queries/client-config.ts'
import { watchBuild } from '../freshness/other-build.ts'
import { type Seen, watchFreshness } from '../freshness/watch.ts'
import { usePersistence } from '../persistence/persistence.ts'

const unknown: Seen = { freshness: 'fresh', goodAt: null }

export const useFreshness = (): Seen & { otherBuild: boolean } => {
  const api = useApi()
  const queries = useQueryClient()
  const { build, stored } = usePersistence()
  const [seen, setSeen] = useState(unknown)
  const [otherBuild, setOtherBuild] = useState(false)

  useEffect(() => {
    const builds = watchBuild({
      document,
      own: build,
      // A show on a projector asks for nothing while it plays.
      fetchPage: async () =>
        onlineManager.isOnline() ? (await api.fetch('/', { cache: 'no-store' })).text() : '',
      random: Math.random,
      now: Date.now,
      onOther: () => setOtherBuild(true),
    })
    const watch = watchFreshness({
      queries,
      stored,
      view: window,
      now: Date.now,
      random: Math.random,
      probe: () => queries.query({ ...clientConfigQuery(api), staleTime: 0 }),
    })
    setSeen(watch.seen())
    let before = watch.seen()
    const unsubscribe = watch.subscribe(() => {
      const next = watch.seen()
      // A server that was away may come back with another build.
      if (before.freshness === 'unanswered' && next.freshness !== 'unanswered') builds.look()
      before = next
      setSeen(next)
    })
    return () => {
      unsubscribe()
      watch.stop()
      builds.stop()
    }
  }, [api, queries, build, stored])
  return { ...seen, otherBuild }
}
