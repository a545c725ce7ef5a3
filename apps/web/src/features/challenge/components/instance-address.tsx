import type { PortMapping } from '@pennant/contract/enums'
import { relayUrl } from '@pennant/rules/instance/entry'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { isProxied, endpointOf, type Tunnel } from '../instance-endpoint.ts'
import classes from './instance-box.module.css'
import { TunnelState } from './tunnel-state.tsx'

type Props = {
  entry: string
  title: string
  portMapping: PortMapping
  tunnel: Tunnel | null
}

export const InstanceAddress = ({ entry, title, portMapping, tunnel }: Props) => {
  const { t } = useTranslation('instance')
  const [shown, setShown] = useState<'local' | 'original'>('local')
  const proxied = isProxied(entry, portMapping)
  const remote = relayUrl(entry, window.location)
  const local = proxied ? (tunnel?.localOf(remote) ?? null) : null
  const fault = tunnel?.faultOf(remote) ?? null
  const wanted = proxied && tunnel?.state === 'usable' && local === null && fault === null
  const endpoint = endpointOf(entry, portMapping, {
    origin: window.location,
    local: shown === 'local' ? local : null,
  })

  useEffect(() => {
    if (wanted) tunnel.open(remote, title)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each time that it is wanted
  }, [wanted, remote])

  return (
    <>
      <div className={classes.address}>
        <code className={classes.entry}>{endpoint.address}</code>
        <CopyButton
          text={endpoint.address}
          labels={{
            copy: t('instance.copy'),
            copied: t('common.copied'),
            failed: t('common.copyFailed'),
          }}
        />
        {endpoint.link !== null && (
          <a
            className={classes.open}
            href={endpoint.link}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('instance.open')}
            title={t('instance.open')}
          >
            <Icon name="external" />
          </a>
        )}
      </div>
      {local !== null && (
        <div>
          <Segmented
            label={t('instance.way')}
            value={shown}
            options={[
              { value: 'local', label: t('instance.wayLocal') },
              { value: 'original', label: t('instance.wayOriginal') },
            ]}
            onChange={setShown}
          />
        </div>
      )}
      {endpoint.kind === 'local' && endpoint.address.startsWith('0.0.0.0:') && (
        <p className={classes.hint}>{t('instance.wayNetwork')}</p>
      )}
      {proxied && local === null && (
        <TunnelState tunnel={tunnel} fault={fault} onAgain={() => tunnel?.open(remote, title)} />
      )}
    </>
  )
}
