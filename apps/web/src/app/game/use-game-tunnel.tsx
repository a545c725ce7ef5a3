import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Tunnel } from '../../features/challenge/instance-endpoint.ts'
import { useFaultText } from '../../features/tunnel/fault-text.ts'
import { useTunnel } from '../../features/tunnel/use-tunnel.ts'
import { withTexts } from '../../i18n/start.ts'

const TunnelDialog = lazy(async () => ({
  default: (await withTexts('instance', import('../../features/tunnel/components/tunnel-dialog.tsx')))
    .TunnelDialog,
}))

export const useGameTunnel = (game: string): { tunnel: Tunnel | null; dialog: ReactNode } => {
  const found = useTunnel()
  const faultText = useFaultText()
  const [managed, setManaged] = useState(false)

  const tunnel = found === null ? null : tunnelFor(found, { game, faultText, manage: () => setManaged(true) })
  return {
    tunnel,
    dialog: managed && (
      <Suspense>
        <TunnelDialog onClose={() => setManaged(false)} />
      </Suspense>
    ),
  }
}

type Needs = { game: string; faultText: ReturnType<typeof useFaultText>; manage: () => void }

const tunnelFor = (
  { tunnel, view }: NonNullable<ReturnType<typeof useTunnel>>,
  { game, faultText, manage }: Needs,
): Tunnel => ({
  state: view.state,
  connecting: view.connecting,
  localOf: (remote) => view.pool.find((entry) => entry.remote === remote)?.local ?? null,
  faultOf(remote) {
    const fault = view.closed.get(remote)
    return fault === undefined ? null : faultText(fault).text
  },
  open: (remote, title) => void tunnel.open(remote, `${title} @ ${game}`),
  connect: () => void tunnel.connect(),
  manage,
})
