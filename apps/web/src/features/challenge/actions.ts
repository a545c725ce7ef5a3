import type { ChallengeDetail } from '@pennant/contract/challenge'
import type { AnswerResult } from '@pennant/contract/enums'
import type { ContainerInfo } from '@pennant/contract/container'
import { extendInstance, startInstance, stopInstance } from '@pennant/contract/instance'
import { submissionStatus, submitFlag } from '@pennant/contract/submission'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'
import { afterNextFrame } from '../../ui/after-next-frame.ts'
import { useSendSealed } from '../../kit/use-seal.ts'
import { type ChallengeRef, challengeQuery } from './queries.ts'
import { createVerdictUpdate } from './verdict.ts'

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

export const useSubmission = (challengeRef: ChallengeRef) => {
  const api = useApi()
  const sendSealed = useSendSealed()
  const update = createVerdictUpdate({ api, queries: useQueryClient(), challengeRef })
  return useMutation({
    mutationFn: (flag: string) => sendSealed(flag, (sealed) => submit(api, challengeRef, sealed)),
    onSuccess: ({ result }, flag) => afterNextFrame(() => update.judged(flag, result)),
    onError: update.refused,
  })
}

export type Submission = ReturnType<typeof useSubmission>

export const useInstanceActions = (challengeRef: ChallengeRef) => {
  const api = useApi()
  const queries = useQueryClient()
  const params = { id: challengeRef.game, cid: challengeRef.challenge }
  const { queryKey } = challengeQuery(api, challengeRef, false)

  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey })
  const showInstance = ({ entry, expectStopAt }: ContainerInfo): void => {
    // An answer under way may be older.
    if (queries.isFetching({ queryKey, exact: true }) > 0) return void refresh()
    queries.setQueryData(queryKey, (known) => known && withInstance(known, entry, expectStopAt))
  }
  return {
    /** Resolves when it runs, which may take minutes. */
    start: useMutation({
      mutationFn: () => api.call(startInstance, { params, patient: true }),
      onSuccess: showInstance,
      onError: refresh,
    }),
    extend: useMutation({
      mutationFn: () => api.call(extendInstance, { params }),
      onSuccess: showInstance,
      onError: refresh,
    }),
    stop: useMutation({
      mutationFn: () => api.call(stopInstance, { params, patient: true }),
      onSettled: refresh,
    }),
    refresh,
  }
}

const withInstance = (
  { context: { instanceEnd: _ended, ...context }, ...known }: ChallengeDetail,
  instanceEntry: string,
  closeTime: number,
): ChallengeDetail => ({ ...known, context: { ...context, instanceEntry, closeTime } })

export type InstanceActions = ReturnType<typeof useInstanceActions>
