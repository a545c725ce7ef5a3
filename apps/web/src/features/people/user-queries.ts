import type { Role } from '@pennant/contract/enums'
import {
  type AdminUserInfo,
  createUsers,
  deleteUser,
  endSessions,
  listUsers,
  removeUserFactor,
  resetUserPassword,
  searchUsers,
  type UserCreate,
  type UserInfo,
  type UserOrder,
  updateUser,
} from '@pennant/contract/user'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'
import { refreshEvery } from '../../api/refresh.ts'

export const usersPerPage = 100
const mostAtOnce = 500

export type UserFilter = {
  search: string
  role: Role | null
  confirmed: boolean | null
  sort: UserOrder | null
  descending: boolean
  page: number
}

const key = ['admin', 'users'] as const

export const usersQuery = (api: Api, filter: UserFilter) =>
  queryOptions({
    queryKey: [...key, 'page', filter],
    queryFn: ({ signal }) => {
      const { search, role, confirmed, sort, descending, page } = filter
      // Servers without the extensions search with another request, and without filters.
      if (!api.extensions.supported && search !== '')
        return api.call(searchUsers, { query: { hint: search }, signal })
      const query = {
        count: usersPerPage,
        skip: (page - 1) * usersPerPage,
        ...(search === '' ? {} : { search }),
        ...(role === null ? {} : { role }),
        ...(confirmed === null ? {} : { confirmed }),
        ...(sort === null ? {} : { sort, descending }),
      }
      return api.call(listUsers, { query, signal })
    },
    placeholderData: keepPreviousData,
  })

export const userQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: async ({ signal }): Promise<UserInfo | null> => {
      const { data } = api.extensions.supported
        ? await api.call(listUsers, { query: { search: id, count: 1 }, signal })
        : await api.call(searchUsers, { query: { hint: id }, signal })
      return data.find((user) => user.id === id) ?? null
    },
  })

export const allUsersQuery = (api: Api) =>
  queryOptions({
    queryKey: [...key, 'all'],
    queryFn: async ({ signal }): Promise<readonly UserInfo[]> => {
      const all: UserInfo[] = []
      for (;;) {
        const query = { count: mostAtOnce, skip: all.length }
        const { data, total } = await api.call(listUsers, { query, signal })
        all.push(...data)
        if (data.length === 0 || all.length >= total) return all
      }
    },
    staleTime: 0,
    meta: { quiet: true },
    refetchInterval: refreshEvery(false),
  })

export const useUserActions = () => {
  const api = useApi()
  const queries = useQueryClient()
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: key })
  return {
    refresh,
    change: (id: string, body: AdminUserInfo) => api.call(updateUser, { params: { id }, body }),
    /** Nothing is created twice under one `portion`. */
    create: (body: UserCreate[], portion?: string) =>
      api.call(createUsers, { body, query: portion === undefined ? {} : { portion }, patient: true }),
    /** Fails as creating would, but creates nobody. */
    tryAll: (body: UserCreate[]) => api.call(createUsers, { body, query: { trial: true }, patient: true }),
    remove: (id: string) => api.call(deleteUser, { params: { id } }),
    endSessions: (id: string) => api.call(endSessions, { params: { id } }),
    removeFactor: (id: string) => api.call(removeUserFactor, { params: { id } }),
    resetPassword: (id: string) => api.call(resetUserPassword, { params: { id } }),
  }
}
