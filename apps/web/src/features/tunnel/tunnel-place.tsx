import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Tunnel } from './tunnel.ts'

type Place = readonly [tunnel: Tunnel | null, put: (tunnel: Tunnel | null) => void]

const Context = createContext<Place>([null, () => {}])

export const TunnelPlace = ({ children }: { children: ReactNode }) => {
  const [tunnel, put] = useState<Tunnel | null>(null)
  const place = useMemo((): Place => [tunnel, put], [tunnel])
  return <Context value={place}>{children}</Context>
}

export const useTunnelPlace = (): Place => useContext(Context)
