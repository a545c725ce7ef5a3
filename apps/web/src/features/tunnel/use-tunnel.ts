import { useSyncExternalStore } from 'react'
import type { Tunnel, TunnelView } from './tunnel.ts'
import { useTunnelContext } from './tunnel-context.tsx'

const silence = (): (() => void) => () => {}

/** Null if the site needs no tunnel, and until it is loaded. */
export const useTunnel = (): { tunnel: Tunnel; view: TunnelView } | null => {
  const [tunnel] = useTunnelContext()
  const view = useSyncExternalStore(tunnel?.subscribe ?? silence, () => tunnel?.view() ?? null)
  return tunnel === null || view === null ? null : { tunnel, view }
}
