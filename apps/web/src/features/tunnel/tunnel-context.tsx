import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Tunnel } from './tunnel.ts'

type TunnelContext = readonly [tunnel: Tunnel | null, put: (tunnel: Tunnel | null) => void]

const Context = createContext<TunnelContext>([null, () => {}])

export const TunnelProvider = ({ children }: { children: ReactNode }) => {
  const [tunnel, put] = useState<Tunnel | null>(null)
  const value = useMemo((): TunnelContext => [tunnel, put], [tunnel])
  return <Context value={value}>{children}</Context>
}

export const useTunnelContext = (): TunnelContext => useContext(Context)
