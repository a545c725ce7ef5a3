import {
  createNotice,
  deleteNotice,
  listNoticesToEdit,
  type NoticeToEdit,
  updateNotice,
} from '@pennant/contract/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { noticesToEditQuery } from './queries.ts'
import { tagOfRow } from '../../api/versioned.ts'

export const contentOf = ({ values }: Pick<NoticeToEdit, 'values'>): string => values[0] ?? ''

export const useNoticeEditing = (game: number) => {
  const api = useApi()
  const queries = useQueryClient()
  const onSuccess = async (): Promise<void> => {
    void queries.invalidateQueries({ queryKey: ['game', game, 'notices'] })
    await queries.invalidateQueries({ queryKey: noticesToEditQuery(api, game).queryKey })
  }
  return {
    create: useMutation({
      mutationFn: (content: string) => api.call(createNotice, { params: { id: game }, body: { content } }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: ({ notice, content }: { notice: NoticeToEdit; content: string }) =>
        api.call(updateNotice, {
          params: { id: game, nid: notice.id },
          body: { content },
          version: tagOfRow(notice),
        }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (notice: NoticeToEdit) =>
        api.call(deleteNotice, { params: { id: game, nid: notice.id }, version: tagOfRow(notice) }),
      onSuccess,
      onError: onSuccess,
    }),
    async latest(id: number): Promise<NoticeToEdit | null> {
      const notices = await api.call(listNoticesToEdit, { params: { id: game } })
      return notices.find((one) => one.id === id) ?? null
    },
  }
}
