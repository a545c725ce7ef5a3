import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useProblemText } from '../../../api/problem-text.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { PasswordField, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { type Credentials, sessionQuery, useLogin } from '../queries.ts'

type Props = {
  /** Where the visitor was on the way to. */
  destination: string
  onLoggedIn: () => void
}

const title = 'login'

export const LoginPage = ({ destination, onLoggedIn }: Props) => {
  const { t } = useTranslation()
  const { data: profile } = useQuery(sessionQuery(useApi()))
  const login = useLogin()

  // While logging in, the answer makes one somebody just before the page is left.
  const somebody = login.isIdle ? profile : null
  return (
    <NarrowPage titleId={title} title={t('account.logIn')}>
      {somebody == null ? (
        <LoginForm login={login} onLoggedIn={onLoggedIn} />
      ) : (
        <Callout tone="neutral" title={t('account.alreadyLoggedIn', { name: somebody.userName })}>
          <LinkButton to={destination}>{t('common.goOn')}</LinkButton>
        </Callout>
      )}
    </NarrowPage>
  )
}

type FormProps = { login: ReturnType<typeof useLogin>; onLoggedIn: () => void }

const LoginForm = ({ login, onLoggedIn }: FormProps) => {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const [draft, setDraft] = useState<Credentials>({ userName: '', password: '' })
  const [refusals, setRefusals] = useState(0)
  // What is missing is said after the first try, not while somebody is still typing.
  const missing = (name: keyof Credentials): string | undefined =>
    refusals > 0 && draft[name].trim() === '' ? t('form.required') : undefined

  const submit = (): Promise<void> | undefined => {
    if (draft.userName.trim() !== '' && draft.password.trim() !== '')
      return login.mutateAsync(draft).then(onLoggedIn, () => undefined)
    setRefusals(refusals + 1)
  }
  const pending = login.isPending || login.isSuccess

  return (
    <Form labelledBy={title} pending={pending} refusals={refusals} onSubmit={submit}>
      {login.isError && <Callout tone="danger" title={problemText(login.error)} alert />}
      <TextField
        name="userName"
        label={t('account.nameOrEmail')}
        autoComplete="username"
        value={draft.userName}
        fault={missing('userName')}
        onChange={(userName) => setDraft({ ...draft, userName })}
      />
      <PasswordField
        name="password"
        label={t('account.password')}
        reveal={t('form.showPassword')}
        autoComplete="current-password"
        value={draft.password}
        fault={missing('password')}
        onChange={(password) => setDraft({ ...draft, password })}
      />
      <Button kind="primary" submit pending={pending}>
        {pending ? t('account.loggingIn') : t('account.logIn')}
      </Button>
    </Form>
  )
}
