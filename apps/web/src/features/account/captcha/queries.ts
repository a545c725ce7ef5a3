import { captchaInfo, powChallenge } from '@pennant/contract/info'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../api/client.ts'
import type { Task } from './work.ts'
import { refreshEvery } from '../../../api/refresh.ts'

export const captchaQuery = (api: Api) =>
  queryOptions({
    queryKey: ['captcha'],
    queryFn: ({ signal }) => api.call(captchaInfo, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
    refetchInterval: refreshEvery(false),
  })

export const fetchTask = (api: Api, signal: AbortSignal): Promise<Task> => api.call(powChallenge, { signal })
