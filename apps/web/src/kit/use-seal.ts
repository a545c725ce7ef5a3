import { useQueryClient } from '@tanstack/react-query'
import { clientConfigQuery } from '../api/queries/client-config.ts'
import { useApi } from '../api/context.ts'

export const useSeal = (): ((secret: string) => Promise<string>) => {
  const api = useApi()
  const queries = useQueryClient()
  return async (secret) => {
    // An old key is refused, and the cached one may be a minute old.
    const { apiPublicKey } = await queries.query({ ...clientConfigQuery(api), staleTime: 0 })
    if (apiPublicKey === null) return secret
    const { seal } = await import('../api/seal.ts')
    return seal(secret, apiPublicKey)
  }
}
