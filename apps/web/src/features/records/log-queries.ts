import { type LogMessage, listLogs } from '@pennant/contract/log'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { refreshEvery } from '../../api/refresh.ts'
import { type LogFilter, queryOf, restOf } from './log-filter.ts'

export const logsPerPage = 100
const exportedAtOnce = 1_000

export type LogPage = { records: LogMessage[]; total: number | null }

const readPage = async (
  api: Api,
  query: ReturnType<typeof queryOf> & { count: number; skip: number },
  signal?: AbortSignal,
): Promise<LogPage> => {
  const response = await api.ask(listLogs, { query, ...(signal === undefined ? {} : { signal }) })
  const total = response.headers.get('x-total-count')
  // The server keeps to the contract.
  return { records: (await response.json()) as LogMessage[], total: total === null ? null : Number(total) }
}

export const logPageQuery = (api: Api, filter: LogFilter, until: number, page: number) =>
  queryOptions({
    queryKey: ['admin', 'logs', filter, until, page],
    queryFn: ({ signal }) =>
      readPage(api, { ...queryOf(filter, until), count: logsPerPage, skip: page * logsPerPage }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: refreshEvery(false),
    gcTime: 60_000,
  })

export const readAllLogs = async (
  api: Api,
  filter: LogFilter,
  until: number,
  signal: AbortSignal,
): Promise<LogMessage[]> => {
  const all: LogMessage[] = []
  for (;;) {
    const query = queryOf(filter, until)
    const rest = restOf(all, { to: query.to, moments: api.extensions.supported })
    const { records } = await readPage(
      api,
      { ...query, ...rest, count: exportedAtOnce, detail: false },
      signal,
    )
    all.push(...records)
    if (records.length < exportedAtOnce) return all
  }
}
