import { noLatency } from '@pennant/contract/tunnel'
import type { PoolEntry } from '@pennant/tunnel-client/pool-entry'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import classes from './tunnel-dialog.module.css'

type Props = { pool: readonly PoolEntry[]; onClose: (local: string) => Promise<void> }

export const OpenTunnels = ({ pool, onClose }: Props) => {
  const { t, i18n } = useTranslation('instance')
  const milliseconds = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'millisecond',
    unitDisplay: 'short',
  })
  return (
    <section className={classes.part} aria-labelledby="tunnel-open">
      <h3 id="tunnel-open" className={classes.heading}>
        {t('tunnel.open')}
      </h3>
      {pool.length === 0 ? (
        <p className={classes.hint}>{t('tunnel.none')}</p>
      ) : (
        <ul className={classes.tunnels}>
          {pool.map(({ label, local, latency }) => (
            <li key={local} className={classes.tunnel}>
              <div className={classes.facts}>
                <span>{label}</span>
                <span className={classes.where}>
                  <code>{local}</code>
                  <span className={classes.latency}>
                    {latency === noLatency ? t('tunnel.noAnswer') : milliseconds.format(latency)}
                  </span>
                </span>
              </div>
              <CopyButton
                text={local}
                labels={{
                  copy: t('instance.copy'),
                  copied: t('common.copied'),
                  failed: t('common.copyFailed'),
                }}
              />
              <IconButton label={t('tunnel.close', { name: label })} onClick={() => void onClose(local)}>
                <Icon name="cross" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
