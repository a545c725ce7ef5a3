import { useQueryClient } from '@tanstack/react-query'
import { clientConfigQuery } from '../api/queries/client-config.ts'
import { useApi } from '../api/context.ts'
import { ApiProblem } from '../api/problem.ts'

type Seal = (secret: string) => Promise<string>

export const useSeal = (): Seal => {
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

type SendSealed = <Answer>(secret: string, send: (sealed: string) => Promise<Answer>) => Promise<Answer>

/** Asks for the key first only where the server had one. If it has got one since, it refuses plain text. */
export const useSendSealed = (): SendSealed => {
  const api = useApi()
  const queries = useQueryClient()
  const seal = useSeal()
  return async (secret, send) => {
    const known = queries.getQueryData(clientConfigQuery(api).queryKey)
    if (known?.apiPublicKey !== null) return send(await seal(secret))
    try {
      return await send(secret)
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 400) throw error
      const sealed = await seal(secret)
      if (sealed === secret) throw error
      return send(sealed)
    }
  }
}
