import { minimumTunnelVersion } from '@pennant/contract/tunnel'
import type { TunnelError } from '@pennant/tunnel-client/tunnel-error'
import { useTranslation } from 'react-i18next'

type FaultText = {
  title: string
  text: string
  outdated?: boolean
}

export const useFaultText = (): ((fault: TunnelError) => FaultText) => {
  const { i18n } = useTranslation()
  // Only what shows a fault loads the texts.
  const t = i18n.getFixedT(i18n.language, 'instance')
  return ({ kind, answer, task }) => {
    switch (kind) {
      case 'daemon_version_mismatch':
        return {
          title: t('wsrx.error.version_mismatch'),
          text: t('wsrx.error.version_mismatch.text', { version: minimumTunnelVersion }),
          outdated: true,
        }
      case 'daemon_unavailable':
        return { title: t(`wsrx.error.${kind}`), text: answer ?? t(`wsrx.error.${kind}.text`) }
      case 'daemon_error':
        return {
          title: t(`wsrx.error.${kind}`),
          text: answer ?? t(task === null ? `wsrx.error.${kind}.text` : `wsrx.error.${kind}.${task}`),
        }
      case 'scope_unverified':
      case 'missing_scope':
      case 'unknown':
        return { title: t(`wsrx.error.${kind}`), text: t(`wsrx.error.${kind}.text`) }
    }
  }
}
