import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LiveChip } from '../../../ui/live-chip.tsx'
import { useFaultText } from '../fault-text.ts'
import { useTunnel } from '../use-tunnel.ts'
import { OpenTunnels } from './open-tunnels.tsx'
import classes from './tunnel-dialog.module.css'
import { ProgramLink, TunnelHelp } from './tunnel-help.tsx'
import { TunnelSettings } from './tunnel-settings.tsx'

const signs = { invalid: 'offline', pending: 'connecting', usable: 'live' } as const

export const TunnelDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('instance')
  const faultText = useFaultText()
  const found = useTunnel()
  const tunnel = found?.tunnel
  useEffect(() => void tunnel?.refresh(), [tunnel])
  if (found === null || tunnel === undefined) return null
  const { view } = found
  const { state, connecting, fault } = view
  const told = fault === null ? null : faultText(fault)
  const labels = {
    invalid: connecting ? t('tunnel.state.connecting') : t('tunnel.state.invalid'),
    pending: t('tunnel.state.pending'),
    usable: t('tunnel.state.usable'),
  }[state]

  return (
    <Dialog title={t('tunnel.title')} close={t('common.close')} onClose={onClose}>
      <p>{t('tunnel.about')}</p>
      <div className={classes.state}>
        <LiveChip state={connecting && state === 'invalid' ? 'connecting' : signs[state]} label={labels} />
        {state === 'invalid' && (
          <Button
            kind="primary"
            icon={<Icon name="plug" />}
            pending={connecting}
            onClick={() => void tunnel.connect()}
          >
            {t('tunnel.connect')}
          </Button>
        )}
      </div>
      {state === 'pending' && <Callout tone="caution" title={t('tunnel.waiting')} alert />}
      {told !== null && (
        <Callout
          tone={fault?.kind === 'daemon_version_mismatch' ? 'caution' : 'danger'}
          title={told.title}
          alert
        >
          <p>{told.text}</p>
          {told.outdated === true && <ProgramLink />}
        </Callout>
      )}
      {state === 'invalid' && <TunnelHelp />}
      {state === 'usable' && <OpenTunnels pool={view.pool} onClose={tunnel.close} />}
      <TunnelSettings tunnel={tunnel} options={view.options} refused={view.refused} />
    </Dialog>
  )
}
