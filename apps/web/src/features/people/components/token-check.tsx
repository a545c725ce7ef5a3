import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useForm } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useTeamAdministration } from '../team-queries.ts'

export const TokenCheck = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const { t: field } = useTranslation('field')
  const titleId = useId()
  const actions = useTeamAdministration()
  const form = useForm({
    initial: { teamToken: '', publicKey: '' },
    check: ({ teamToken, publicKey }) => ({
      ...(teamToken.trim() === '' ? { teamToken: t('form.required') } : {}),
      ...(publicKey.trim() === '' ? { publicKey: t('form.required') } : {}),
    }),
    memberOf: ({ code }) => (code?.startsWith('team.token') === true ? 'teamToken' : null),
    send: ({ teamToken, publicKey }) => actions.verify(teamToken.trim(), publicKey.trim()),
  })
  return (
    <Dialog
      size="narrow"
      title={<span id={titleId}>{t('teams.check')}</span>}
      close={staff('close')}
      onClose={onClose}
    >
      <Form labelledBy={titleId} pending={form.pending} refusals={form.refusals} onSubmit={form.submit}>
        <p>{t('teams.checkLead')}</p>
        {form.problem !== null && <Callout tone="danger" title={form.problem} alert />}
        {form.sent && (
          <Callout tone="good" title={t('teams.checkGood', { id: idIn(form.draft.teamToken) })} alert />
        )}
        <TextArea {...form.field('teamToken')} label={field('teamToken')} rows={3} maxLength={512} />
        <TextField
          mono
          {...form.field('publicKey')}
          label={field('publicKey')}
          hint={t('teams.keyHint')}
          maxLength={512}
        />
        <Button kind="primary" submit pending={form.pending}>
          {t('teams.checkNow')}
        </Button>
      </Form>
    </Dialog>
  )
}

const idIn = (token: string): string => token.trim().split(':', 1)[0] ?? ''
