import { limits } from '@pennant/contract/limit'
import type { AnswerOf } from '@pennant/contract/route'
import type { readAddress } from '@pennant/contract/setting'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { addressQuery, useConfigActions } from '../setting-queries.ts'
import { useSection } from '../use-section.ts'
import classes from './platform.module.css'
import { SectionFrame } from './section-frame.tsx'

type OnDirty = (name: string, dirty: boolean) => void
type Known = AnswerOf<typeof readAddress>

export const AddressSection = ({ onDirty }: { onDirty: OnDirty }) => {
  const { t } = useTranslation('admin')
  const query = useQuery(addressQuery(useApi()))
  return (
    <div id="address">
      <Loaded query={query} failed={t('settings.failed')}>
        {(known) =>
          known.source === 'Configuration' ? (
            <Fixed known={known} />
          ) : (
            <Editable known={known} onDirty={onDirty} />
          )
        }
      </Loaded>
    </div>
  )
}

const Fixed = ({ known: { address } }: { known: Known }) => {
  const { t } = useTranslation('admin')
  const id = useId()
  return (
    <Panel labelledBy={id}>
      <div className={classes.stack}>
        <h2 id={id} className={classes.heading}>
          {t('settings.address')}
        </h2>
        <p>{address}</p>
        <p className={classes.dim}>{t('settings.addressFixed')}</p>
      </div>
    </Panel>
  )
}

const Editable = ({ known: { address, source }, onDirty }: { known: Known; onDirty: OnDirty }) => {
  const { t } = useTranslation('admin')
  const actions = useConfigActions()
  const section = useSection({
    name: 'address',
    saved: { address: source === 'Setting' ? (address ?? '') : '' },
    send: async ({ address: entered }) => ({ address: await actions.setAddress(entered) }),
    onDirty,
  })
  const { draft, change } = section
  const { origin } = globalThis.location
  return (
    <SectionFrame title={t('settings.address')} section={section}>
      {source === 'None' && <Callout tone="caution" title={t('settings.addressMissing')} />}
      {source === 'OwnMachine' && <Callout tone="neutral" title={t('settings.addressOwn', { address })} />}
      <TextField
        optional
        {...section.field('address')}
        label={t('settings.addressLabel')}
        hint={t('settings.addressHint')}
        maxLength={limits.siteAddress}
      />
      {draft.address !== origin && (
        <div className={classes.buttons}>
          <Button size="small" onClick={() => change('address')(origin)}>
            {t('settings.addressUse', { address: origin })}
          </Button>
        </div>
      )}
    </SectionFrame>
  )
}
