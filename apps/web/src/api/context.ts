import { createContext, useContext } from 'react'
import type { Api } from './client.ts'

const ApiContext = createContext<Api | null>(null)

export const ApiProvider = ApiContext.Provider

export const useApi = (): Api => {
  const api = useContext(ApiContext)
  if (api === null) throw new Error('useApi outside of ApiProvider')
  return api
}
