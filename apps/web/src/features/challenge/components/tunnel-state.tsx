import { useTranslation } from 'react-i18next'
import { Announced } from '../../../ui/announced.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Tunnel } from '../instance-endpoint.ts'
import classes from './instance-box.module.css'

type Props = {
  tunnel: Tunnel | null
  fault: string | null
  onAgain: () => void
}

export const TunnelState = ({ tunnel, fault, onAgain }: Props) => {
  const { t } = useTranslation('instance')
  if (tunnel === null) return <p className={classes.text}>{t('instance.needsTunnel')}</p>
  if (tunnel.state === 'usable' && fault !== null)
    return (
      <Callout tone="danger" title={t('instance.tunnelFailed')} alert>
        <p>{fault}</p>
        <Button size="small" icon={<Icon name="refresh" />} onClick={onAgain}>
          {t('common.retry')}
        </Button>
      </Callout>
    )
  const text = {
    invalid: t('instance.needsTunnel'),
    pending: t('tunnel.waiting'),
    usable: t('instance.tunnelOpening'),
  }[tunnel.state]
  return (
    <div className={classes.line}>
      <span className={classes.text}>
        <Announced text={text} />
      </span>
      {tunnel.state !== 'usable' && (
        <div className={classes.buttons}>
          <Button size="small" icon={<Icon name="gear" />} onClick={tunnel.manage}>
            {t('instance.tunnelManage')}
          </Button>
          {tunnel.state === 'invalid' && (
            <Button
              size="small"
              kind="primary"
              icon={<Icon name="plug" />}
              pending={tunnel.connecting}
              onClick={tunnel.connect}
            >
              {t('tunnel.connect')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
