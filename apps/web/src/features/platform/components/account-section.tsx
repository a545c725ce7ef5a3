import { limits } from '@pennant/contract/limit'
import type { FactorDemand } from '@pennant/contract/second-factor'
import type { AccountPolicy } from '@pennant/contract/setting'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useStatusPart } from '../../../api/queries/status.ts'
import { Callout } from '../../../ui/callout.tsx'
import { CheckField, SelectField, TextArea } from '../../../ui/fields.tsx'
import { linesOf, listOf, malformedIn } from '../domains.ts'
import { useConfigActions } from '../setting-queries.ts'
import { useSection } from '../use-section.ts'
import { SectionFrame } from './section-frame.tsx'

type Props = { config: AccountPolicy; onDirty: (name: string, dirty: boolean) => void }

const switches = ['allowRegister', 'activeOnRegister', 'emailConfirmationRequired', 'useCaptcha'] as const
const demands = ['NoOne', 'Administrators', 'Staff'] as const satisfies readonly FactorDemand[]

export const AccountSection = ({ config, onDirty }: Props) => {
  const { t } = useTranslation('admin')
  const { t: field } = useTranslation('field')
  const actions = useConfigActions()
  const { supported } = useApi().extensions
  const mail = useStatusPart('mail')
  const captcha = useStatusPart('captcha')
  const section = useSection({
    name: 'account',
    saved: {
      ...config,
      secondFactor: config.secondFactor ?? 'NoOne',
      emailDomainList: linesOf(config.emailDomainList),
    },
    check({ emailDomainList }) {
      const bad = malformedIn(emailDomainList)
      return bad.length === 0 ? {} : { emailDomainList: t('settings.badDomains', { names: bad.join(', ') }) }
    },
    async send(draft) {
      const emailDomainList = listOf(draft.emailDomainList)
      await actions.save('accountPolicy', { ...draft, emailDomainList })
      return { ...draft, emailDomainList: linesOf(emailDomainList) }
    },
    onDirty,
  })
  const { draft } = section
  return (
    <SectionFrame title={field('accountPolicy')} section={section}>
      {switches.map((name) => (
        <CheckField
          key={name}
          {...section.checkbox(name)}
          label={field(name)}
          hint={t(`settings.hint.${name}`)}
        />
      ))}
      {supported && (
        <SelectField
          {...section.field('secondFactor')}
          label={field('secondFactor')}
          hint={t('settings.hint.secondFactor')}
          options={demands.map((value) => ({ value, label: t(`settings.factor.${value}`) }))}
        />
      )}
      {draft.emailConfirmationRequired && mail?.state === 'off' && (
        <Callout tone="caution" title={t('settings.noMail')} />
      )}
      {draft.useCaptcha && captcha?.kind === 'None' && (
        <Callout tone="caution" title={t('settings.noCaptcha')} />
      )}
      <TextArea
        optional
        {...section.field('emailDomainList')}
        label={field('emailDomainList')}
        hint={t('settings.domainsHint')}
        rows={3}
        maxLength={limits.domainList}
      />
    </SectionFrame>
  )
}
