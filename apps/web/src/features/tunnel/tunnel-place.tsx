import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Tunnel } from './tunnel.ts'

type Place = readonly [tunnel: Tunnel | null, put: (tunnel: Tunnel | null) => void]

const Context = createContext<Place>([null, () => {}])

/** Where the tunnel is found by all that need it, once it has been loaded. Empty where there is none to be had. */
export const TunnelPlace = ({ children }: { children: ReactNode }) => {
  const [tunnel, put] = useState<Tunnel | null>(null)
  const place = useMemo((): Place => [tunnel, put], [tunnel])
  return <Context value={place}>{children}</Context>
}

export const useTunnelPlace = (): Place => useContext(Context)
