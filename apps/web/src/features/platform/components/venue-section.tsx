import { limits } from '@pennant/contract/limit'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useAct } from '../../../kit/use-act.ts'
import { useForm } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberField, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { useVenueActions, type Venues, venuesQuery } from '../venue-queries.ts'
import classes from './platform.module.css'
import { useRefusedColumns, useVenueColumns } from './use-venue-columns.tsx'

const usualPeople = 100

export const VenueSection = () => {
  const { t } = useTranslation('admin')
  const query = useQuery(venuesQuery(useApi()))
  return (
    <div id="venues">
      <Loaded query={query} failed={t('settings.failed')}>
        {(known) => <Shown known={known} />}
      </Loaded>
    </div>
  )
}

const Shown = ({ known: { venues, refused } }: { known: Venues }) => {
  const { t } = useTranslation('admin')
  const id = useId()
  const actions = useVenueActions()
  const { act, isPending } = useAct()
  const [offered, setOffered] = useState<string | null>(null)
  const venueColumns = useVenueColumns({
    isPending,
    onRemove: (network) => void act(network, () => actions.remove(network), t('venues.removed')),
  })
  const refusedColumns = useRefusedColumns({ onOffer: setOffered })
  return (
    <Panel labelledBy={id}>
      <div className={classes.stack}>
        <h2 id={id} className={classes.heading}>
          {t('venues.title')}
        </h2>
        <p className={classes.dim}>{t('venues.text')}</p>
        {venues.length > 0 && (
          <DataTable
            fitting
            label={t('venues.title')}
            columns={venueColumns}
            rows={venues}
            keyOf={({ network }) => network}
          />
        )}
        <AddForm key={offered} labelledBy={id} network={offered ?? ''} onAdded={() => setOffered(null)} />
        <h3 className={classes.sub}>{t('venues.refused')}</h3>
        {refused.length === 0 ? (
          <p className={classes.dim}>{t('venues.noneRefused')}</p>
        ) : (
          <DataTable
            fitting
            label={t('venues.refused')}
            columns={refusedColumns}
            rows={refused}
            keyOf={({ network }) => network}
          />
        )}
      </div>
    </Panel>
  )
}

type AddProps = { labelledBy: string; network: string; onAdded: () => void }

const AddForm = ({ labelledBy, network, onAdded }: AddProps) => {
  const { t } = useTranslation('admin')
  const toasts = useToasts()
  const actions = useVenueActions()
  const initial = { network, people: usualPeople }
  const form = useForm({
    initial,
    check: (draft) => (draft.network.trim() === '' ? { network: t('form.required') } : {}),
    async send(draft) {
      await actions.set(draft)
      toasts.show({ tone: 'good', title: t('venues.added') })
    },
    onSent() {
      form.reset({ ...initial, network: '' })
      onAdded()
    },
  })
  return (
    <Form labelledBy={labelledBy} {...form.frame}>
      <TextField
        {...form.field('network')}
        label={t('venues.network')}
        hint={t('venues.networkHint')}
        maxLength={limits.network}
      />
      <NumberField
        {...form.field('people')}
        label={t('venues.people')}
        hint={t('venues.peopleHint')}
        min={1}
        max={limits.venuePeople}
      />
      <div className={classes.buttons}>
        <Button submit pending={form.pending}>
          {t('venues.add')}
        </Button>
      </div>
    </Form>
  )
}
