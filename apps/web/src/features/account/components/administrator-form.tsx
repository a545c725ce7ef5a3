import { limits } from '@pennant/contract/limit'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../../../api/problem.ts'
import { useProblemText } from '../../../api/problem-text.ts'
import { useTooLong } from '../../../api/too-long.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { type NewAccount, faultsOf, type Member, memberAtFault } from '../new-account.ts'
import { useCreateAdministrator } from '../setup-queries.ts'
import { PasswordRules } from './password-rules.tsx'
import { SetupRefusal } from './setup-refusal.tsx'

type Props = { titleId: string; token: string; onDone: () => void }

type Faults = Partial<Record<Member, string>>

export const AdministratorForm = ({ titleId, token, onDone }: Props) => {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const create = useCreateAdministrator(token)
  const [draft, setDraft] = useState<NewAccount>({ userName: '', email: '', password: '' })
  const [faults, setFaults] = useState<Faults>({})
  const [refusals, setRefusals] = useState(0)
  const tooLong = useTooLong()(draft, { userName: limits.userName.max, email: limits.email })

  const change = (member: Member) => (value: string) => {
    setDraft({ ...draft, [member]: value })
    setFaults({ ...faults, [member]: undefined })
  }

  const refuse = (found: Faults): void => {
    setFaults(found)
    setRefusals(refusals + 1)
  }

  const submit = (): Promise<void> | undefined => {
    const found = Object.entries(faultsOf(draft))
    if (found.length === 0 && Object.keys(tooLong).length === 0) {
      setFaults({})
      return create.mutateAsync(draft).then(onDone, (error: unknown) => {
        const member = error instanceof ApiProblem ? memberAtFault(error) : null
        if (member !== null) refuse({ [member]: problemText(error) })
      })
    }
    create.reset()
    refuse(
      Object.fromEntries(
        found.map(([member, fault]) => [member, t(fault.code, 'params' in fault ? fault.params : {})]),
      ),
    )
  }

  const pending = create.isPending || create.isSuccess
  const general =
    create.error instanceof ApiProblem && memberAtFault(create.error) !== null ? null : create.error
  return (
    <Form labelledBy={titleId} pending={pending} refusals={refusals} onSubmit={submit}>
      {general !== null && <SetupRefusal error={general} />}
      <TextField
        name="userName"
        label={t('account.userName')}
        hint={t('setup.userNameHint', { min: limits.userName.min, count: limits.userName.max })}
        autoComplete="username"
        value={draft.userName}
        fault={tooLong.userName ?? faults.userName}
        onChange={change('userName')}
      />
      <TextField
        email
        name="email"
        label={t('account.email')}
        autoComplete="email"
        value={draft.email}
        fault={tooLong.email ?? faults.email}
        onChange={change('email')}
      />
      <PasswordField
        name="password"
        label={t('account.password')}
        hint={<PasswordRules password={draft.password} />}
        reveal={t('form.showPassword')}
        autoComplete="new-password"
        value={draft.password}
        fault={faults.password}
        onChange={change('password')}
      />
      <Button kind="primary" submit pending={pending}>
        {pending ? t('setup.creating') : t('setup.create')}
      </Button>
    </Form>
  )
}
