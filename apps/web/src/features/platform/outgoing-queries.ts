import { type CaptchaKeysEdit, editCaptchaKeys, readCaptchaKeys } from '@pennant/contract/captcha-keys'
import { editMailServer, type MailServerEdit, readMailServer } from '@pennant/contract/mail-server'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'
import { statusQuery } from '../../api/queries/status.ts'

export const mailServerQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'mail-server'],
    queryFn: ({ signal }) => api.call(readMailServer, { signal }),
    refetchInterval: false,
  })

export const captchaKeysQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'captcha-keys'],
    queryFn: ({ signal }) => api.call(readCaptchaKeys, { signal }),
    refetchInterval: false,
  })

export const useOutgoingActions = () => {
  const api = useApi()
  const queries = useQueryClient()
  const seen = (): void => void queries.invalidateQueries({ queryKey: statusQuery(api).queryKey })
  return {
    /** Resolves to the mail server's answer to the test email. */
    async keepMailServer(body: MailServerEdit): Promise<string | null> {
      const { reply } = await api.call(editMailServer, { body, patient: true })
      await queries.query({ ...mailServerQuery(api), staleTime: 0 })
      seen()
      return reply
    },
    async keepCaptchaKeys(body: CaptchaKeysEdit): Promise<void> {
      await api.call(editCaptchaKeys, { body, patient: true })
      await queries.query({ ...captchaKeysQuery(api), staleTime: 0 })
      seen()
    },
  }
}

type Fixed = readonly { field: string; by: string }[]

/** Null if it can be changed here. */
export const fixedBy = (fixed: Fixed, field: string): string | null =>
  fixed.find((one) => one.field === field)?.by ?? null
