import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../api/context.ts'
import type { Action, Captcha } from './captcha.ts'
import { captchaQuery } from './queries.ts'
import { useProofOfWork } from './use-proof-of-work.tsx'
import { useTurnstile } from './use-turnstile.tsx'

export const useCaptcha = (action: Action): Captcha => {
  const { data, refetch } = useQuery(captchaQuery(useApi()))
  const work = useProofOfWork(data?.type === 'HashPow')
  const siteKey = data?.type === 'CloudflareTurnstile' && data.siteKey !== '' ? data.siteKey : null
  const turnstile = useTurnstile(siteKey, action)
  if (data === undefined)
    return {
      field: null,
      // The form may be faster than the question whether there is a test.
      answer: async () => {
        const { data: info } = await refetch()
        if (info === undefined || info.type === 'None') return undefined
        throw new Error('the test has only just begun')
      },
      again: () => undefined,
    }
  if (data.type === 'HashPow') return work
  return siteKey === null ? { field: null, answer: async () => undefined, again: () => undefined } : turnstile
}
