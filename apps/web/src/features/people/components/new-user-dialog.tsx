import { limits } from '@pennant/contract/limit'
import { passwordFault } from '@pennant/rules/account/password-policy'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { randomBelow } from '../../../kit/random-text.ts'
import { useForm } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { passwordFrom } from '../user-import.ts'
import { useUserActions } from '../user-queries.ts'
import { SecretDialog } from './secret-dialog.tsx'

const more = [
  ['realName', limits.realName],
  ['stdNumber', limits.studentNumber],
  ['phone', limits.phone],
  ['teamName', limits.teamName],
] as const

export const NewUserDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const { t: field } = useTranslation('field')
  const titleId = useId()
  const actions = useUserActions()
  const [made, setMade] = useState<{ name: string; password: string } | null>(null)
  const form = useForm({
    initial: { userName: '', email: '', password: '', realName: '', stdNumber: '', phone: '', teamName: '' },
    check: ({ userName, email, password }) => ({
      ...(userName.trim() === '' ? { userName: t('form.required') } : {}),
      ...(email.trim() === '' ? { email: t('form.required') } : {}),
      ...(password !== '' && passwordFault(password) !== null ? { password: t('users.fault.password') } : {}),
    }),
    memberOf: ({ code }) =>
      code === 'account.nameTaken' || code === 'account.nameAt'
        ? 'userName'
        : code === 'account.emailTaken'
          ? 'email'
          : null,
    async send(draft) {
      const { userName, email } = draft
      const password = draft.password === '' ? passwordFrom(randomBelow) : draft.password
      const extra = more.flatMap(([name]) => (draft[name] === '' ? [] : [[name, draft[name]] as const]))
      await actions.create([{ userName, email, password, ...Object.fromEntries(extra) }])
      await actions.refresh()
      setMade({ name: userName, password })
    },
  })
  if (made !== null) return <SecretDialog {...made} onClose={onClose} />
  return (
    <Dialog
      size="narrow"
      title={<span id={titleId}>{t('users.new')}</span>}
      close={staff('close')}
      onClose={onClose}
    >
      <Form labelledBy={titleId} {...form.frame}>
        <p>{t('users.overwrites')}</p>
        <TextField {...form.field('userName')} label={field('userName')} maxLength={limits.userName.max} />
        <TextField {...form.field('email')} email label={field('email')} maxLength={limits.email} />
        <TextField
          optional
          mono
          {...form.field('password')}
          label={field('password')}
          hint={t('users.passwordHint')}
          maxLength={limits.password.max}
        />
        {more.map(([name, most]) => (
          <TextField
            key={name}
            optional
            {...form.field(name)}
            label={field(name)}
            hint={name === 'teamName' ? t('users.teamHint') : undefined}
            maxLength={most}
          />
        ))}
        <Button kind="primary" submit pending={form.pending}>
          {staff('create')}
        </Button>
      </Form>
    </Dialog>
  )
}
