import { changeEmail } from '@pennant/contract/account'
import { limits } from '@pennant/contract/limit'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useForm } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { faultsOf } from '../new-account.ts'

export const EmailDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('account')
  const titleId = useId()
  const api = useApi()
  const [said, setSaid] = useState('')
  const form = useForm({
    initial: { newMail: '' },
    most: { newMail: limits.email },
    check({ newMail }) {
      const { email: fault } = faultsOf({ email: newMail, userName: '', password: '' })
      return fault === undefined ? {} : { newMail: t(fault.code) }
    },
    async send({ newMail }) {
      const answer = await api.call(changeEmail, { body: { newMail } })
      setSaid(answer.title)
    },
    memberOf: ({ code }) => (code?.startsWith('account.email') === true ? 'newMail' : null),
  })
  return (
    <Dialog
      size="narrow"
      title={<span id={titleId}>{t('profile.changeEmail')}</span>}
      close={t('common.close')}
      onClose={onClose}
    >
      {form.sent ? (
        <Callout tone="good" title={said} alert>
          <p>{t('profile.emailSentHint')}</p>
        </Callout>
      ) : (
        <Form labelledBy={titleId} {...form.frame}>
          <Callout tone="caution" title={t('profile.emailWarning')} />
          <TextField email {...form.field('newMail')} label={t('profile.newEmail')} autoComplete="email" />
          <Button kind="primary" submit pending={form.pending}>
            {t('profile.sendLink')}
          </Button>
        </Form>
      )}
    </Dialog>
  )
}
