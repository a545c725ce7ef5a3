import { loginSecond } from '@pennant/contract/account'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { sessionQuery } from '../../../api/queries/session.ts'
import { useForm } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { CodeField } from './second-factor/code-field.tsx'

type Props = { ticket: string; onLoggedIn: () => void; onStartOver: () => void }

export const SecondStep = ({ ticket, onLoggedIn, onStartOver }: Props) => {
  const { t } = useTranslation('account')
  const leadId = useId()
  const api = useApi()
  const queries = useQueryClient()
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: t('form.required') } : {}),
    async send({ code }) {
      await api.call(loginSecond, { body: { ticket, code } })
      await queries.query({ ...sessionQuery(api), staleTime: 0 })
      void queries.invalidateQueries({ predicate: ({ queryKey: [noun] }) => noun !== 'session' })
    },
    onSent: onLoggedIn,
  })
  const pending = form.pending || form.sent
  return (
    <Form labelledBy={leadId} {...form.frame} pending={pending}>
      <p id={leadId}>{t('login.second')}</p>
      <CodeField {...form.field('code')} hint={t('factor.anyCodeHint')} focused />
      <Button kind="primary" submit pending={pending}>
        {pending ? t('account.loggingIn') : t('account.logIn')}
      </Button>
      <Button onClick={onStartOver}>{t('login.startOver')}</Button>
      <p>{t('login.lostCode')}</p>
    </Form>
  )
}
