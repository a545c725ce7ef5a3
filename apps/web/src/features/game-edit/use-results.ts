import {
  publishResults,
  type ResultsSent,
  type ResultsToEdit,
  withdrawResults,
} from '@pennant/contract/results'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { gameToEditQuery } from '../../api/queries/game-to-edit.ts'
import { resultsToEditQuery } from './queries.ts'

export const useResults = (game: number) => {
  const api = useApi()
  const queries = useQueryClient()
  const params = { id: game }
  const onSuccess = async (results: ResultsToEdit): Promise<void> => {
    queries.setQueryData(resultsToEditQuery(api, game).queryKey, results)
    void queries.invalidateQueries({ queryKey: ['game', game] })
    await queries.invalidateQueries({ queryKey: gameToEditQuery(api, game).queryKey, exact: true })
  }
  return {
    publish: useMutation({
      mutationFn: (body: ResultsSent) => api.call(publishResults, { params, body }),
      onSuccess,
    }),
    withdraw: useMutation({
      mutationFn: (body: ResultsSent) => api.call(withdrawResults, { params, body }),
      onSuccess,
    }),
  }
}
