import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@pennant/contract/second-factor'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'
import { sessionQuery } from '../../api/queries/session.ts'
import { useSeal } from '../../kit/use-seal.ts'

export const secondFactorQuery = (api: Api) =>
  queryOptions({
    queryKey: ['second-factor'],
    queryFn: ({ signal }) => api.call(readSecondFactor, { signal }),
    staleTime: 0,
  })

export type Proof = { password: string; code: string }

export const useSecondFactorActions = () => {
  const api = useApi()
  const queries = useQueryClient()
  const seal = useSeal()
  const refresh = async (): Promise<void> => {
    await Promise.all([
      queries.invalidateQueries(secondFactorQuery(api)),
      queries.invalidateQueries(sessionQuery(api)),
    ])
  }
  const sealed = async ({ password, code }: Proof): Promise<Proof> => ({
    password: await seal(password),
    code,
  })
  return {
    begin: async (password: string) =>
      api.call(beginSecondFactor, { body: { password: await seal(password) } }),
    async confirm(setup: string, code: string): Promise<readonly string[]> {
      const { recoveryCodes } = await api.call(confirmSecondFactor, { body: { setup, code } })
      await refresh()
      return recoveryCodes
    },
    async remove(proof: Proof): Promise<void> {
      await api.call(removeSecondFactor, { body: await sealed(proof) })
      await refresh()
    },
    async renew(proof: Proof): Promise<readonly string[]> {
      const { recoveryCodes } = await api.call(renewRecoveryCodes, { body: await sealed(proof) })
      await refresh()
      return recoveryCodes
    },
  }
}
