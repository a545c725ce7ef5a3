import { limits } from '@pennant/contract/limit'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useForm } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import type { TeamActions } from '../queries.ts'

type Props = {
  led: number
  actions: Pick<TeamActions, 'create'>
  onClose: () => void
  onDone: (id: number) => void
}

export const CreateTeamDialog = ({ led, actions, onClose, onDone }: Props) => {
  const { t } = useTranslation('play')
  const titleId = useId()
  const form = useForm({
    initial: { name: '', bio: '' },
    most: { name: limits.teamName, bio: limits.teamBio },
    check: ({ name }) => (name.trim() === '' ? { name: t('form.required') } : {}),
    send: async (draft) => onDone((await actions.create.mutateAsync(draft)).id),
  })
  return (
    <Dialog
      size="narrow"
      title={<span id={titleId}>{t('team.create')}</span>}
      close={t('common.close')}
      onClose={onClose}
    >
      {led >= limits.captainOf ? (
        <Callout tone="caution" title={t('team.leadsEnough', { count: limits.captainOf })} />
      ) : (
        <Form labelledBy={titleId} pending={form.pending} refusals={form.refusals} onSubmit={form.submit}>
          {form.problem !== null && <Callout tone="danger" title={form.problem} alert />}
          <TextField
            {...form.field('name')}
            label={t('team.name')}
            hint={t('form.atMost', { count: limits.teamName })}
          />
          <TextField
            optional
            {...form.field('bio')}
            label={t('team.bio')}
            hint={t('team.bioHint', { count: limits.teamBio })}
          />
          <Button kind="primary" submit pending={form.pending}>
            {t('team.create')}
          </Button>
        </Form>
      )}
    </Dialog>
  )
}
