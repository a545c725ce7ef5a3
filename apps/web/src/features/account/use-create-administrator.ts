import { setupAdministrator } from '@pennant/contract/setup'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clientConfigQuery } from '../../api/queries/client-config.ts'
import { useApi } from '../../api/context.ts'
import { useSeal } from '../../kit/use-seal.ts'
import type { PlatformDraft } from './components/platform-fields.tsx'
import type { NewAccount } from './new-account.ts'
import { setupStatusQuery } from './setup-queries.ts'

export const useCreateAdministrator = (token: string) => {
  const api = useApi()
  const queries = useQueryClient()
  const seal = useSeal()
  return useMutation({
    mutationFn: async ({ password, ...draft }: NewAccount & Partial<PlatformDraft> & { address?: string }) =>
      api.call(setupAdministrator, { body: { ...draft, token, password: await seal(password) } }),
    onSuccess: async () => {
      queries.setQueryData(setupStatusQuery(api).queryKey, { needed: false })
      await queries.invalidateQueries({ queryKey: clientConfigQuery(api).queryKey })
    },
  })
}
