import { limits } from '@pennant/contract/limit'
import { usualSuffix } from '@pennant/contract/platform-name'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClientConfig } from '../../../api/queries/client-config.ts'
import { ApiProblem } from '../../../api/problem.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { useTooLong } from '../../../kit/too-long.ts'
import { fieldsOf } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { type NewAccount, faultsOf, type Member, memberAtFault } from '../new-account.ts'
import { useCreateAdministrator } from '../use-create-administrator.ts'
import { PasswordRules } from './password-rules.tsx'
import {
  PlatformFields,
  type PlatformDraft,
  type PlatformMember,
  platformMembers,
} from './platform-fields.tsx'
import { SetupRefusal } from './setup-refusal.tsx'

type Props = {
  titleId: string
  token: string
  asksAddress: boolean
  asksName: boolean
  onDone: () => void
}

type Draft = Record<Member | PlatformMember | 'address', string>
type Faults = Partial<Draft>

// Localhost leads nobody else here.
const addressInUse = ({ hostname, origin }: Location): string =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname) ? '' : origin

export const AdministratorForm = ({ titleId, token, asksAddress, asksName, onDone }: Props) => {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const create = useCreateAdministrator(token)
  const [draft, setDraft] = useState<NewAccount>({ userName: '', email: '', password: '' })
  const [address, setAddress] = useState(() => addressInUse(globalThis.location))
  const config = useClientConfig()
  const [platform, setPlatform] = useState<Partial<PlatformDraft>>({})
  const named = { title: '', titleSuffix: usualSuffix, slogan: config?.slogan ?? '', ...platform }
  const [faults, setFaults] = useState<Faults>({})
  const [refusals, setRefusals] = useState(0)
  const tooLong = useTooLong()(draft, { userName: limits.userName.max, email: limits.email })

  const { field } = fieldsOf<Draft>({
    draft: { ...draft, ...named, address },
    faults: { ...faults, ...tooLong },
    change: (member) => (value) => {
      if (member === 'address') setAddress(value)
      else if (member in named) setPlatform({ ...platform, [member]: value })
      else setDraft({ ...draft, [member]: value })
      setFaults({ ...faults, [member]: undefined })
    },
  })

  const refuse = (found: Faults): void => {
    setFaults(found)
    setRefusals(refusals + 1)
  }

  const submit = (): Promise<void> | undefined => {
    const found = Object.entries(faultsOf(draft))
    if (found.length === 0 && Object.keys(tooLong).length === 0) {
      setFaults({})
      const sent = {
        ...draft,
        ...(asksName ? named : {}),
        ...(asksAddress && address.trim() !== '' ? { address } : {}),
      }
      return create.mutateAsync(sent).then(onDone, (error: unknown) => {
        const member = faultyMember(error)
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
  const general = faultyMember(create.error) === null ? create.error : null
  return (
    <Form labelledBy={titleId} pending={pending} refusals={refusals} onSubmit={submit}>
      {general !== null && <SetupRefusal error={general} />}
      <TextField
        {...field('userName')}
        label={t('account.userName')}
        hint={t('setup.userNameHint', { min: limits.userName.min, count: limits.userName.max })}
        autoComplete="username"
      />
      <TextField email {...field('email')} label={t('account.email')} autoComplete="email" />
      <PasswordField
        {...field('password')}
        label={t('account.password')}
        hint={<PasswordRules password={draft.password} />}
        reveal={t('form.showPassword')}
        autoComplete="new-password"
      />
      {asksName && <PlatformFields usual={config?.title ?? ''} field={field} />}
      {asksAddress && (
        <TextField
          optional
          {...field('address')}
          label={t('setup.address')}
          hint={t('setup.addressHint')}
          maxLength={limits.siteAddress}
        />
      )}
      <Button kind="primary" submit pending={pending}>
        {pending ? t('setup.creating') : t('setup.create')}
      </Button>
    </Form>
  )
}

const faultyMember = (error: unknown): keyof Faults | null => {
  if (!(error instanceof ApiProblem)) return null
  const ofPlatform = platformMembers.find((member) => member === error.field)
  if (ofPlatform !== undefined) return ofPlatform
  return error.is('setting.address') ? 'address' : memberAtFault(error)
}
