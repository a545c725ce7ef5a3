import { type AdjustmentCreate, createAdjustments, revokeAdjustment } from '@pennant/contract/adjustment'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { adjustmentsQuery } from './queries.ts'

export const useAdjusting = (game: number) => {
  const api = useApi()
  const queries = useQueryClient()
  const onSuccess = async (): Promise<void> => {
    void queries.invalidateQueries({ queryKey: ['game', game] })
    await queries.invalidateQueries({ queryKey: adjustmentsQuery(api, game).queryKey })
  }
  return {
    give: useMutation({
      mutationFn: (body: AdjustmentCreate) => api.call(createAdjustments, { params: { id: game }, body }),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: ({ id, reason }: { id: number; reason: string }) =>
        api.call(revokeAdjustment, { params: { id: game, aid: id }, body: { reason } }),
      onSuccess,
    }),
  }
}
