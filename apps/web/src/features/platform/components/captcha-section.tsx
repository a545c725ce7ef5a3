import type { CaptchaKeys } from '@pennant/contract/captcha-keys'
import { type CaptchaProvider, captchaProviders } from '@pennant/contract/enums'
import { limits } from '@pennant/contract/limit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { NumberField, PasswordField, SelectField, TextField } from '../../../ui/fields.tsx'
import { captchaKeysQuery, fixedBy, useOutgoingActions } from '../outgoing-queries.ts'
import { useSection } from '../use-section.ts'
import classes from './platform.module.css'
import { SectionFrame } from './section-frame.tsx'

type OnDirty = (name: string, dirty: boolean) => void

const providers = Object.keys(captchaProviders).filter(
  (name): name is CaptchaProvider => name in captchaProviders,
)

export const CaptchaSection = ({ onDirty }: { onDirty: OnDirty }) => {
  const { t } = useTranslation('admin')
  const query = useQuery(captchaKeysQuery(useApi()))
  return (
    <div id="captcha">
      <Loaded query={query} failed={t('settings.failed')}>
        {(known) => <Editable known={known} onDirty={onDirty} />}
      </Loaded>
    </div>
  )
}

const Editable = ({ known, onDirty }: { known: CaptchaKeys; onDirty: OnDirty }) => {
  const { t } = useTranslation('admin')
  const { t: web } = useTranslation()
  const actions = useOutgoingActions()
  // Drafts kept by the browser must never hold it.
  const [secretKey, setSecretKey] = useState('')
  const { hasSecretKey, unreadable, fixed, ...saved } = known
  const section = useSection({
    name: 'captcha',
    saved,
    async send(draft) {
      await actions.keepCaptchaKeys({ ...draft, secretKey: secretKey === '' ? null : secretKey })
      setSecretKey('')
    },
    onDirty,
  })
  const { draft } = section
  const locked = (name: string, hint?: string) => {
    const by = fixedBy(fixed, name)
    return { disabled: by !== null, hint: by === null ? hint : t('settings.fixedBy', { by }) }
  }
  const field = <Member extends keyof typeof saved>(name: Member, hint?: string) => ({
    ...section.field(name),
    ...locked(name, hint),
  })
  return (
    <SectionFrame
      title={t('settings.captcha')}
      section={{
        ...section,
        changed: section.changed || secretKey !== '',
        discard() {
          setSecretKey('')
          section.discard()
        },
      }}
    >
      <p className={classes.dim}>{t('settings.captchaText')}</p>
      {unreadable && <Callout tone="caution" title={t('settings.secretUnreadable')} />}
      <SelectField
        {...field('provider')}
        label={t('settings.captchaProvider')}
        options={providers.map((value) => ({ value, label: t(`settings.captchaProviderOf.${value}`) }))}
      />
      {draft.provider === 'CloudflareTurnstile' && (
        <>
          <TextField
            {...field('siteKey')}
            label={t('settings.captchaSiteKey')}
            maxLength={limits.outsideUserName}
          />
          <PasswordField
            optional={hasSecretKey}
            name="secretKey"
            {...locked('secretKey', hasSecretKey ? t('settings.secretKept') : undefined)}
            label={t('settings.captchaSecretKey')}
            reveal={web('form.showPassword')}
            autoComplete="off"
            maxLength={limits.outsideSecret}
            value={secretKey}
            onChange={setSecretKey}
          />
        </>
      )}
      {draft.provider === 'HashPow' && (
        <NumberField
          {...field('difficulty', t('settings.captchaDifficultyHint'))}
          label={t('settings.captchaDifficulty')}
          min={8}
          max={48}
        />
      )}
    </SectionFrame>
  )
}
