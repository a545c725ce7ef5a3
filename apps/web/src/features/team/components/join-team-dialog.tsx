import { limits } from '@pennant/contract/limit'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useForm } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { inviteIn, invitePath } from '../address.ts'

/** Leads to the page of the invitation, which shows the team. */
export const JoinTeamDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('team')
  const titleId = useId()
  const navigate = useNavigate()
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (inviteIn(code) === null ? { code: t('team.codeMalformed') } : {}),
    async send({ code }) {
      const invite = inviteIn(code)
      if (invite !== null) await navigate(invitePath(invite))
    },
  })
  return (
    <Dialog
      size="narrow"
      title={<span id={titleId}>{t('team.join')}</span>}
      close={t('common.close')}
      onClose={onClose}
    >
      <Form labelledBy={titleId} pending={form.pending} refusals={form.refusals} onSubmit={form.submit}>
        <TextField
          mono
          {...form.field('code')}
          label={t('team.code')}
          hint={t('team.codeHint')}
          maxLength={limits.teamInvite * 2}
        />
        <Button kind="primary" submit pending={form.pending}>
          {t('common.goOn')}
        </Button>
      </Form>
    </Dialog>
  )
}
