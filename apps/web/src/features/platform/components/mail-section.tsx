import { limits } from '@pennant/contract/limit'
import { mailSecurities, type MailSecurity, type MailServer } from '@pennant/contract/mail-server'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { ApiProblem } from '../../../api/problem.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { NumberField, PasswordField, SelectField, TextField } from '../../../ui/fields.tsx'
import { fixedBy, mailServerQuery, useOutgoingActions } from '../outgoing-queries.ts'
import { useSection } from '../use-section.ts'
import classes from './platform.module.css'
import { SectionFrame } from './section-frame.tsx'

type OnDirty = (name: string, dirty: boolean) => void

const securities = Object.keys(mailSecurities).filter((name): name is MailSecurity => name in mailSecurities)

export const MailSection = ({ onDirty }: { onDirty: OnDirty }) => {
  const { t } = useTranslation('admin')
  const query = useQuery(mailServerQuery(useApi()))
  return (
    <div id="mail">
      <Loaded query={query} failed={t('settings.failed')}>
        {(known) => <Editable known={known} onDirty={onDirty} />}
      </Loaded>
    </div>
  )
}

const Editable = ({ known, onDirty }: { known: MailServer; onDirty: OnDirty }) => {
  const { t } = useTranslation('admin')
  const { t: web } = useTranslation()
  const actions = useOutgoingActions()
  // Drafts kept by the browser must never hold it.
  const [password, setPassword] = useState('')
  const [reply, setReply] = useState<string | null>(null)
  const untested = useRef(false)
  const { hasPassword, unreadable, fixed, ...saved } = known
  const section = useSection({
    name: 'mail',
    saved,
    async send(draft) {
      setReply(null)
      const body = { ...draft, password: password === '' ? null : password, untested: untested.current }
      untested.current = false
      setReply(await actions.keepMailServer(body))
      setPassword('')
    },
    onDirty,
  })
  const { error } = section
  const failed = error instanceof ApiProblem && error.is('setting.mailFailed')
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
      title={t('settings.mail')}
      section={{
        ...section,
        changed: section.changed || password !== '',
        discard() {
          setPassword('')
          section.discard()
        },
      }}
    >
      <p className={classes.dim}>{t('settings.mailText')}</p>
      {unreadable && <Callout tone="caution" title={t('settings.secretUnreadable')} />}
      {reply !== null && (
        <Callout tone="good" title={t('settings.mailReply')} alert>
          <p className={classes.message}>{reply}</p>
        </Callout>
      )}
      <TextField optional {...field('host')} label={t('settings.mailHost')} maxLength={limits.host} />
      <NumberField {...field('port')} label={t('settings.mailPort')} min={1} max={65_535} />
      <SelectField
        {...field('security')}
        label={t('settings.mailSecurity')}
        options={securities.map((value) => ({ value, label: t(`settings.mailSecurityOf.${value}`) }))}
      />
      <TextField
        optional
        {...field('userName', t('settings.mailUserHint'))}
        label={t('settings.mailUser')}
        maxLength={limits.outsideUserName}
      />
      <PasswordField
        optional
        name="password"
        {...locked('password', hasPassword ? t('settings.secretKept') : undefined)}
        label={t('settings.mailPassword')}
        reveal={web('form.showPassword')}
        autoComplete="new-password"
        maxLength={limits.outsideSecret}
        value={password}
        onChange={setPassword}
      />
      <TextField
        optional
        {...field('senderAddress', t('settings.mailSenderHint'))}
        label={t('settings.mailSender')}
        maxLength={limits.email}
      />
      <TextField
        optional
        {...field('senderName', t('settings.mailSenderNameHint'))}
        label={t('settings.mailSenderName')}
        maxLength={limits.platformTitle}
      />
      {failed && (
        <div className={classes.buttons}>
          <Button
            size="small"
            onClick={() => {
              untested.current = true
              void section.submit()
            }}
          >
            {t('settings.mailAnyway')}
          </Button>
        </div>
      )}
    </SectionFrame>
  )
}
