import { confirmOutboxMail, deleteOutboxMail, listOutbox } from '@pennant/contract/mail'
import type { AnswerOf } from '@pennant/contract/route'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'

export type Mail = AnswerOf<typeof listOutbox>['data'][number]

export const mailsPerPage = 50

const key = ['admin', 'outbox'] as const

export const outboxQuery = (api: Api, page: number) =>
  queryOptions({
    queryKey: [...key, page],
    queryFn: ({ signal }) =>
      api.call(listOutbox, { query: { count: mailsPerPage, skip: (page - 1) * mailsPerPage }, signal }),
    placeholderData: keepPreviousData,
    enabled: api.extensions.supported,
  })

export const useMailActions = () => {
  const api = useApi()
  const queries = useQueryClient()
  return {
    refresh: (): Promise<void> => queries.invalidateQueries({ queryKey: key }),
    confirm: (id: string) => api.call(confirmOutboxMail, { params: { id } }),
    remove: (id: string) => api.call(deleteOutboxMail, { params: { id } }),
  }
}
