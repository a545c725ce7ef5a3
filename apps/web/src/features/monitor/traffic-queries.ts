import {
  deleteCapture,
  deleteCaptures,
  listCapturedChallenges,
  listCapturedTeams,
  listCaptures,
} from '@pennant/contract/capture'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'
import { ApiProblem } from '../../api/problem.ts'
import { useProblemText } from '../../kit/problem-text.ts'
import { useToasts } from '../../ui/toast-store.ts'

export const capturedChallengesQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['captures', game, 'challenges'],
    queryFn: ({ signal }) => api.call(listCapturedChallenges, { params: { id: game }, signal }),
  })

export const capturedTeamsQuery = (api: Api, game: number, challenge: number) =>
  queryOptions({
    queryKey: ['captures', game, 'teams', challenge],
    queryFn: ({ signal }) =>
      api.call(listCapturedTeams, { params: { cid: challenge }, signal }).catch((error: unknown) => {
        // Without captures, the server knows no teams.
        if (error instanceof ApiProblem && error.status === 404) return []
        throw error
      }),
  })

export type CaptureOwner = { challenge: number; participation: number }

export const capturesQuery = (api: Api, game: number, { challenge, participation }: CaptureOwner) =>
  queryOptions({
    queryKey: ['captures', game, 'files', challenge, participation],
    queryFn: ({ signal }) =>
      api.call(listCaptures, { params: { cid: challenge, pid: participation }, signal }),
  })

export const useDeleteCaptures = (game: number, { challenge, participation }: CaptureOwner) => {
  const { t } = useTranslation('monitor')
  const api = useApi()
  const queries = useQueryClient()
  const toasts = useToasts()
  const problemText = useProblemText()
  const params = { cid: challenge, pid: participation }
  return useMutation({
    mutationFn: async (filename: string | null) => {
      if (filename === null) await api.call(deleteCaptures, { params, patient: true })
      else await api.call(deleteCapture, { params: { ...params, filename } })
    },
    onSuccess: () => void toasts.show({ tone: 'good', title: t('traffic.deleted') }),
    onError: (error) =>
      void toasts.show({ tone: 'danger', title: t('traffic.notDeleted'), text: problemText(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['captures', game] }),
  })
}
