import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { Tunnel } from '../../features/challenge/reach.ts'
import { useFaultText } from '../../features/tunnel/fault-text.ts'
import { useTunnel } from '../../features/tunnel/use-tunnel.ts'

const TunnelDialog = lazy(async () => ({
  default: (await import('../../features/tunnel/components/tunnel-dialog.tsx')).TunnelDialog,
}))

/** The tunnel as the instances of a game need it, and the dialog about it, while that is open. */
export const useTunnelWay = (game: string): { way: Tunnel | null; dialog: ReactNode } => {
  const found = useTunnel()
  const faultText = useFaultText()
  const [managed, setManaged] = useState(false)

  const way = useMemo((): Tunnel | null => {
    if (found === null) return null
    const { tunnel, view } = found
    return {
      state: view.state,
      connecting: view.connecting,
      localOf: (remote) => view.pool.find((entry) => entry.remote === remote)?.local ?? null,
      faultOf(remote) {
        const fault = view.closed.get(remote)
        return fault === undefined ? null : faultText(fault).text
      },
      open: (remote, title) => void tunnel.open(remote, `${title} @ ${game}`),
      connect: () => void tunnel.connect(),
      manage: () => setManaged(true),
    }
  }, [found, faultText, game])

  return {
    way,
    dialog: managed && (
      <Suspense>
        <TunnelDialog onClose={() => setManaged(false)} />
      </Suspense>
    ),
  }
}
