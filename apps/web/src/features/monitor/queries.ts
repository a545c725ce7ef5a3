import { type Change, listChanges, listGameChanges } from '@pennant/contract/audit'
import type { AnswerResult, EventType } from '@pennant/contract/enums'
import { type EventRecord, listEvents } from '@pennant/contract/event'
import { listCheatInfo, listSubmissions, type SubmissionRecord } from '@pennant/contract/submission'
import { readTeam } from '@pennant/contract/team'
import { listTraces, readOverview } from '@pennant/contract/watch'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { askLiveBoard } from '../../api/whole-boards.ts'
import { fastRefreshMs, refreshEvery, slowRefreshMs } from '../../api/refresh.ts'
import { type ChangeRow, rowOfChange } from './change-row.ts'
import { type Filter, queryOf } from './filter.ts'
import { pageSize } from './long-list.ts'
import type { Asked } from './watched-list.ts'

export type SubmissionRow = SubmissionRecord & { key: string }
export type EventRow = EventRecord & { key: string }

type Page = { skip: number; to: number; signal: AbortSignal }

const totalIn = (response: Response): number | null => {
  const text = response.headers.get('x-total-count')
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}

// A submission and its findings share an ID.
const keyed = <Entry extends { id?: number; time: number }>(
  entries: readonly Entry[],
  kindOf: (entry: Entry) => string,
): (Entry & { key: string })[] =>
  entries.map((entry, index) => ({
    ...entry,
    key: entry.id === undefined ? `${entry.time} ${index}` : `${kindOf(entry)} ${entry.id}`,
  }))

export const askSubmissions = async (
  api: Api,
  game: number,
  filter: Filter<AnswerResult>,
  { skip, to, signal }: Page,
): Promise<Asked<SubmissionRow>> => {
  const query = { ...queryOf(filter, to), count: pageSize, skip }
  const response = await api.ask(listSubmissions, { params: { id: game }, query, signal })
  // The server keeps to the contract.
  const entries = (await response.json()) as SubmissionRecord[]
  return { rows: keyed(entries, () => 'submission'), total: totalIn(response) }
}

export const askEvents = async (
  api: Api,
  game: number,
  filter: Filter<EventType>,
  { skip, to, signal }: Page,
): Promise<Asked<EventRow>> => {
  const query = { ...queryOf(filter, to), hideContainer: filter.quiet, count: pageSize, skip }
  const response = await api.ask(listEvents, { params: { id: game }, query, signal })
  const entries = (await response.json()) as EventRecord[]
  return { rows: keyed(entries, ({ type }) => type), total: totalIn(response) }
}

export const askChanges = async (
  api: Api,
  game: number | null,
  filter: Filter<never>,
  { skip, to, signal }: Page,
): Promise<Asked<ChangeRow>> => {
  const query = { ...queryOf(filter, to), count: pageSize, skip }
  const response = await (game === null
    ? api.ask(listChanges, { query, signal })
    : api.ask(listGameChanges, { params: { id: game }, query, signal }))
  const changes = (await response.json()) as Change[]
  return { rows: changes.map(rowOfChange), total: totalIn(response) }
}

const everything: Filter<never> = {
  ...{ team: null, user: null, challenge: null, type: null, from: null, to: null },
  text: '',
  quiet: false,
}
const newestCount = 8

export const newestQuery = (api: Api, game: number, polled: boolean) =>
  queryOptions({
    queryKey: ['watch', game, 'newest'],
    queryFn: async ({ signal }) => {
      const page = { skip: 0, to: api.time.now() + 1, signal }
      const [events, submissions] = await Promise.all([
        askEvents(api, game, everything, page),
        askSubmissions(api, game, everything, page),
      ])
      return {
        events: events.rows.slice(0, newestCount),
        submissions: submissions.rows.slice(0, newestCount),
      }
    },
    refetchInterval: refreshEvery(polled ? fastRefreshMs : slowRefreshMs),
  })

export const overviewQuery = (api: Api, game: number, polled: boolean) =>
  queryOptions({
    queryKey: ['watch', game, 'overview'],
    queryFn: ({ signal }) => api.call(readOverview, { params: { id: game }, signal }),
    refetchInterval: refreshEvery(polled ? fastRefreshMs : slowRefreshMs),
    enabled: api.extensions.supported,
  })

export const cheatsQuery = (api: Api, game: number, polled: boolean) =>
  queryOptions({
    queryKey: ['watch', game, 'cheats'],
    queryFn: ({ signal }) => api.call(listCheatInfo, { params: { id: game }, signal }),
    refetchInterval: refreshEvery(polled ? fastRefreshMs : slowRefreshMs),
  })

const askTraces = (api: Api, game: number, pid: number, signal: AbortSignal) =>
  api.call(listTraces, { params: { id: game, pid }, query: {}, signal })

export const pairTracesQuery = (api: Api, game: number, pair: readonly [number, number]) =>
  queryOptions({
    queryKey: ['watch', game, 'traces', ...pair],
    queryFn: ({ signal }) => Promise.all(pair.map((one) => askTraces(api, game, one, signal))),
    enabled: api.extensions.supported,
  })

export const tracesQuery = (api: Api, game: number, participation: number) =>
  queryOptions({
    queryKey: ['watch', game, 'traces', participation],
    queryFn: ({ signal }) => askTraces(api, game, participation, signal),
    enabled: api.extensions.supported,
  })

const nameMs = 60_000

export const teamNamesQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['watch', game, 'teams'],
    queryFn: async ({ signal }) => {
      const { items } = await askLiveBoard(api, game, signal)
      return items.map(({ id, name }) => ({ id, name }))
    },
    staleTime: nameMs,
  })

export const teamQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['watch', 'team', id],
    queryFn: ({ signal }) => api.call(readTeam, { params: { id }, signal }),
    staleTime: nameMs,
  })
