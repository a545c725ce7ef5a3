import { minimumTunnelVersion } from '@pennant/contract/tunnel'
import type { TunnelError } from '@pennant/tunnel-client/tunnel-error'
import { useTranslation } from 'react-i18next'

type FaultText = {
  title: string
  text: string
  /** Whether another version of the program helps. */
  outdated?: boolean
}

/** What the visitor reads of a fault; the tunnel's own words where it has said any. */
export const useFaultText = (): ((fault: TunnelError) => FaultText) => {
  const { t } = useTranslation('play')
  return ({ kind, answer }) => {
    switch (kind) {
      case 'daemon_unavailable':
        return { title: t('tunnel.fault.unavailable'), text: answer ?? t('tunnel.fault.unavailableText') }
      case 'daemon_version_mismatch':
        return {
          title: t('tunnel.fault.version'),
          text: t('tunnel.fault.versionText', { version: minimumTunnelVersion }),
          outdated: true,
        }
      case 'daemon_error':
        return { title: t('tunnel.fault.error'), text: answer ?? t('tunnel.fault.errorText') }
    }
  }
}
