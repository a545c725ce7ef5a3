import {
  endRehearsal,
  readRehearsals,
  type RehearsalPlan,
  type RehearsalReport,
  runRehearsal,
} from '@pennant/contract/rehearsal'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'
import { fastRefreshMs, refreshEvery } from '../../api/refresh.ts'

export const rehearsalQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'rehearsal'],
    queryFn: ({ signal }) => api.call(readRehearsals, { signal }),
    refetchInterval: refreshEvery(fastRefreshMs),
    enabled: api.extensions.supported,
  })

export const useRehearsalActions = () => {
  const api = useApi()
  const queries = useQueryClient()
  const refresh = (): Promise<void> => queries.invalidateQueries(rehearsalQuery(api))
  return {
    async run(body: RehearsalPlan): Promise<void> {
      await api.call(runRehearsal, { body, patient: true })
      await refresh()
    },
    async end(id: string): Promise<void> {
      await api.call(endRehearsal, { params: { id }, body: { outcome: null }, patient: true })
      await refresh()
    },
  }
}

type Cause = NonNullable<RehearsalReport['bottleneck']>['cause']

export const placeOf = (cause: Cause) => {
  switch (cause) {
    case 'generator.processor':
    case 'generator.line':
      return 'generator'
    case 'proxy.slow':
    case 'proxy.connections':
    case 'proxy.lost':
      return 'proxy'
    case 'database.pool':
    case 'database.commit':
      return 'database'
    case 'provider.quota':
    case 'provider.slow':
      return 'provider'
    case 'hashing':
    case 'limits':
    case 'processor':
    case 'redis':
    case 'storage':
      return cause
  }
}
