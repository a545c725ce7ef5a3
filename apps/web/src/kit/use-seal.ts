import { useQueryClient } from '@tanstack/react-query'
import { clientConfigQuery } from '../api/queries/client-config.ts'
import { useApi } from '../api/context.ts'

/** Prepares a secret for the wire: as it is, or encrypted where the installation asks for that. */
export const useSeal = (): ((secret: string) => Promise<string>) => {
  const api = useApi()
  const queries = useQueryClient()
  return async (secret) => {
    // An old key would be refused: what the cache holds may be a minute old, and this is rare.
    const { apiPublicKey } = await queries.query({ ...clientConfigQuery(api), staleTime: 0 })
    if (apiPublicKey === null) return secret
    const { seal } = await import('../api/seal.ts')
    return seal(secret, apiPublicKey)
  }
}
