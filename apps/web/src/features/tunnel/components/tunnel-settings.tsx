import { tunnelAddress } from '@pennant/contract/tunnel'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Announced } from '../../../ui/announced.tsx'
import { CheckField, TextField } from '../../../ui/fields.tsx'
import { readAddress } from '../options.ts'
import type { Tunnel, TunnelView } from '../tunnel.ts'
import classes from './tunnel-dialog.module.css'

type Props = { tunnel: Tunnel } & Pick<TunnelView, 'options' | 'refused'>

export const TunnelSettings = ({ tunnel, options, refused }: Props) => {
  const { t } = useTranslation('instance')
  const [address, setAddress] = useState(refused ?? (options.api === tunnelAddress ? '' : options.api))
  const [allowLan, setAllowLan] = useState(options.allowLan)
  const [touched, setTouched] = useState(false)
  const read = readAddress(address)
  const faults = {
    elsewhere: t('tunnel.addressElsewhere', { address: tunnelAddress }),
    unreadable: t('tunnel.addressFault', { address: tunnelAddress }),
  }
  const saved = touched && 'api' in read && read.api === options.api && allowLan === options.allowLan

  return (
    <section className={classes.part} aria-labelledby="tunnel-settings">
      <h3 id="tunnel-settings" className={classes.heading}>
        {t('tunnel.settings')}
      </h3>
      <TextField
        name="tunnel-address"
        kind="url"
        label={t('tunnel.address')}
        hint={t('tunnel.addressHint')}
        fault={'fault' in read ? faults[read.fault] : undefined}
        placeholder={tunnelAddress}
        value={address}
        mono
        optional
        onChange={(value) => {
          setAddress(value)
          setTouched(true)
          const next = readAddress(value)
          if ('api' in next) tunnel.change({ api: next.api })
        }}
      />
      <CheckField
        name="tunnel-lan"
        label={t('tunnel.allowLan')}
        hint={t('tunnel.allowLanHint')}
        checked={allowLan}
        onChange={(value) => {
          setAllowLan(value)
          setTouched(true)
          tunnel.change({ allowLan: value })
        }}
      />
      <span className={classes.saved}>
        <Announced text={saved ? t('tunnel.saved') : ''} />
      </span>
    </section>
  )
}
