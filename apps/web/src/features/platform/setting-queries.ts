import type { AnswerOf } from '@pennant/contract/route'
import {
  type ConfigEdit,
  editAddress,
  editConfig,
  readAddress,
  readConfig,
  removeLogo,
  setLogo,
} from '@pennant/contract/setting'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { clientConfigQuery } from '../../api/queries/client-config.ts'
import { sessionQuery } from '../../api/queries/session.ts'
import { useApi } from '../../api/context.ts'
import { statusQuery } from '../../api/queries/status.ts'
import { upload } from '../../api/upload.ts'
import { refreshEvery } from '../../api/refresh.ts'

export type Config = AnswerOf<typeof readConfig>
type SectionName = keyof Config

export const configQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'config'],
    queryFn: ({ signal }) => api.call(readConfig, { signal }),
    refetchInterval: refreshEvery(false),
  })

export const addressQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'address'],
    queryFn: ({ signal }) => api.call(readAddress, { signal }),
    refetchInterval: false,
  })

export const useConfigActions = () => {
  const api = useApi()
  const queries = useQueryClient()
  const fresh = (): Promise<Config> => queries.query({ ...configQuery(api), staleTime: 0 })
  const seen = async (): Promise<void> => {
    await Promise.all([fresh(), queries.invalidateQueries({ queryKey: clientConfigQuery(api).queryKey })])
  }
  return {
    /** Sends only changes, so that edits of others stay. */
    async save<Name extends SectionName>(name: Name, changes: Partial<Config[Name]>): Promise<void> {
      const body: ConfigEdit = { [name]: changes }
      await api.call(editConfig, { body })
      // It tells until when the own account needs a second factor.
      if (name === 'accountPolicy') void queries.invalidateQueries({ queryKey: sessionQuery(api).queryKey })
      await seen()
    },
    async setAddress(address: string): Promise<string> {
      await api.call(editAddress, { body: { address } })
      void queries.invalidateQueries({ queryKey: statusQuery(api).queryKey })
      const kept = await queries.query({ ...addressQuery(api), staleTime: 0 })
      return kept.source === 'Setting' ? (kept.address ?? '') : ''
    },
    async setLogo(file: Blob, name: string, onProgress: (share: number) => void): Promise<void> {
      await upload(api, setLogo, { files: [{ file, name }], onProgress })
      await seen()
    },
    async removeLogo(): Promise<void> {
      await api.call(removeLogo)
      await seen()
    },
  }
}
