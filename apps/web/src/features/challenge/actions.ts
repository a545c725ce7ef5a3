import type { AnswerResult } from '@pennant/contract/enums'
import { extendInstance, startInstance, stopInstance } from '@pennant/contract/instance'
import { listAttempts, submissionStatus, submitFlag } from '@pennant/contract/submission'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'
import { fastRefreshMs, refreshEvery } from '../../api/refresh.ts'
import { useSeal } from '../../kit/use-seal.ts'
import { type ChallengeRef, challengeQuery, detailsQuery } from './queries.ts'

/** Compatible servers have no such route, and attempts are never pushed. */
export const attemptsQuery = (api: Api, { game, challenge }: ChallengeRef) =>
  queryOptions({
    queryKey: ['game', game, 'attempts', challenge],
    queryFn: ({ signal }) => api.call(listAttempts, { params: { id: game, cid: challenge }, signal }),
    refetchInterval: refreshEvery(fastRefreshMs),
    enabled: api.extensions.supported,
  })

const firstPauseMs = 500
const longestPauseMs = 5_000
const mostTries = 40

/** Null if the verdict takes too long. */
const submit = async (api: Api, { game, challenge }: ChallengeRef, flag: string): Promise<Verdict> => {
  const params = { id: game, cid: challenge }
  const id = await api.call(submitFlag, { params, body: { flag } })
  for (let tries = 0, pause = firstPauseMs; tries < mostTries; tries++) {
    const result = await api.call(submissionStatus, { params: { ...params, sid: id } })
    if (result !== 'FlagSubmitted') return { id, result }
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(longestPauseMs, pause * 1.5)
  }
  return { id, result: null }
}

export type Verdict = { id: number; result: AnswerResult | null }

export const useChallengeActions = (challengeRef: ChallengeRef) => {
  const api = useApi()
  const queries = useQueryClient()
  const seal = useSeal()
  const params = { id: challengeRef.game, cid: challengeRef.challenge }
  const { queryKey } = challengeQuery(api, challengeRef, false)

  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey })
  const refreshAll = async (): Promise<void> => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: attemptsQuery(api, challengeRef).queryKey }),
      refresh(),
      queries.invalidateQueries({ queryKey: detailsQuery(api, challengeRef.game, false).queryKey }),
    ])
  }
  return {
    submit: useMutation({
      mutationFn: async (flag: string) => submit(api, challengeRef, await seal(flag)),
      onSettled: refreshAll,
    }),
    /** Resolves when it runs, which may take minutes. */
    start: useMutation({
      mutationFn: () => api.call(startInstance, { params, patient: true }),
      onSettled: refresh,
    }),
    extend: useMutation({
      mutationFn: () => api.call(extendInstance, { params }),
      onSettled: refresh,
    }),
    stop: useMutation({
      mutationFn: () => api.call(stopInstance, { params, patient: true }),
      onSettled: refresh,
    }),
    refresh,
  }
}

export type ChallengeActions = ReturnType<typeof useChallengeActions>
