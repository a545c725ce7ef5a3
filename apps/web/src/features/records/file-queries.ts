import { deleteFile, listFiles } from '@pennant/contract/file'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'

export const filesPerPage = 50

const key = ['admin', 'files'] as const

export const filesQuery = (api: Api, { search, page }: { search: string; page: number }) =>
  queryOptions({
    queryKey: [...key, search, page],
    queryFn: ({ signal }) => {
      const query = {
        count: filesPerPage,
        skip: (page - 1) * filesPerPage,
        detail: true,
        ...(search === '' ? {} : { search }),
      }
      return api.call(listFiles, { query, signal })
    },
    placeholderData: keepPreviousData,
  })

export const useFileActions = () => {
  const api = useApi()
  const queries = useQueryClient()
  return {
    refresh: (): Promise<void> => queries.invalidateQueries({ queryKey: key }),
    giveUp: (hash: string) => api.call(deleteFile, { params: { hash } }),
  }
}
