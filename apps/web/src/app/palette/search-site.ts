import { atLeast, type Role } from '@pennant/contract/enums'
import type { DetailedGameInfo } from '@pennant/contract/game'
import { readScoreboard } from '@pennant/contract/scoreboard'
import { searchTeams } from '@pennant/contract/team'
import { searchUsers } from '@pennant/contract/user'
import { hasStarted } from '@pennant/rules/game/phase'
import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { challengesToEditQuery } from '../../features/challenge-edit/queries.ts'
import { overviewQuery } from '../../features/monitor/queries.ts'
import type { IconName } from '../../ui/icon.tsx'

export type SearchResultGroup = 'challenges' | 'allTeams' | 'users'
export type SearchResult = { id: string; group: SearchResultGroup; title: string; icon: IconName; to: string }

export type SearchResults = {
  listed: readonly SearchResult[]
  /** Matched by the server, which also searches more than names. */
  matched: readonly SearchResult[]
}

type Needs = {
  api: Api
  queries: QueryClient
  role: Role
  game: DetailedGameInfo | undefined
  gameId: number | null
  hint: string
  signal: AbortSignal
}

const mostOfAKind = 8
const staleTime = 30_000

export const searchSite = async ({
  api,
  queries,
  role,
  game,
  gameId,
  hint,
  signal,
}: Needs): Promise<SearchResults> => {
  const administrates = atLeast(role, 'Admin')
  const watches = atLeast(role, 'Monitor') && !administrates && api.extensions.supported

  const edited = async (id: number): Promise<SearchResult[]> => {
    const challenges = await queries.query({ ...challengesToEditQuery(api, id), staleTime })
    return challenges.map((one) => ({
      id: `edit ${one.id}`,
      group: 'challenges',
      title: one.title,
      icon: 'edit',
      to: `/admin/games/${id}/challenges/${one.id}`,
    }))
  }
  const watched = async (id: number): Promise<SearchResult[]> => {
    const { challenges } = await queries.query({ ...overviewQuery(api, id, false), staleTime })
    return challenges.map((one) => ({
      id: `watch ${one.id}`,
      group: 'challenges',
      title: one.title,
      icon: 'eye',
      to: `/games/${id}/monitor/submissions?challenge=${one.id}`,
    }))
  }
  const ranked = async (of: DetailedGameInfo): Promise<SearchResult[]> => {
    const { items } = await queries.query({
      queryKey: ['palette', 'board', of.id],
      queryFn: () => api.call(readScoreboard, { params: { id: of.id }, signal }),
      staleTime,
    })
    return items.map(({ id, name }) => ({
      id: `board ${id}`,
      group: 'allTeams',
      title: name,
      icon: 'users',
      to: `/games/${of.id}/scoreboard?team=${id}`,
    }))
  }
  const teams = async (): Promise<SearchResult[]> => {
    const { data } = await api.call(searchTeams, { query: { hint }, signal })
    return data.slice(0, mostOfAKind).map(({ id, name }) => ({
      id: `any-team ${id}`,
      group: 'allTeams',
      title: name ?? '',
      icon: 'users',
      to: `/admin/teams?q=${id}&team=${id}`,
    }))
  }
  const users = async (): Promise<SearchResult[]> => {
    const { data } = await api.call(searchUsers, { query: { hint }, signal })
    return data.slice(0, mostOfAKind).map(({ id, userName }) => ({
      id: `user ${id}`,
      group: 'users',
      title: userName ?? '',
      icon: 'user',
      to: `/admin/users?q=${encodeURIComponent(userName ?? '')}&user=${id}`,
    }))
  }

  const isRanked = game !== undefined && !administrates && hasStarted(game, api.time.now())
  const [listed, matched] = await Promise.all([
    foundIn([
      ...(gameId !== null && administrates ? [edited(gameId)] : []),
      ...(gameId !== null && watches ? [watched(gameId)] : []),
      ...(isRanked ? [ranked(game)] : []),
    ]),
    foundIn(administrates ? [teams(), users()] : []),
  ])
  return { listed, matched }
}

// One part that fails must not hide the others.
const foundIn = async (parts: readonly Promise<SearchResult[]>[]): Promise<SearchResult[]> =>
  (await Promise.allSettled(parts)).flatMap((part) => (part.status === 'fulfilled' ? part.value : []))
