import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { LeaveDialog } from '../../../kit/leave-dialog.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { AccountSection } from '../components/account-section.tsx'
import { AddressSection } from '../components/address-section.tsx'
import { CaptchaSection } from '../components/captcha-section.tsx'
import { ColorSection } from '../components/color-section.tsx'
import { ContainerSection } from '../components/container-section.tsx'
import { EncryptionSection } from '../components/encryption-section.tsx'
import { EnvironmentSection } from '../components/environment-section.tsx'
import { IdentitySection } from '../components/identity-section.tsx'
import { LogoSection } from '../components/logo-section.tsx'
import { MailSection } from '../components/mail-section.tsx'
import classes from '../components/platform.module.css'
import { VenueSection } from '../components/venue-section.tsx'
import { configQuery } from '../setting-queries.ts'

export const SettingsPage = () => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const api = useApi()
  const config = useQuery(configQuery(api))
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set())
  const mark = useCallback(
    (name: string, on: boolean) =>
      setDirty((now) =>
        now.has(name) === on ? now : new Set(on ? [...now, name] : [...now].filter((one) => one !== name)),
      ),
    [],
  )
  return (
    <>
      <PageHead title={staff('admin.settings')} lead={t('settings.lead')} />
      <Loaded query={config} failed={t('settings.failed')}>
        {({ globalConfig, accountPolicy, containerPolicy }) => (
          <div className={classes.sections}>
            <IdentitySection config={globalConfig} onDirty={mark} />
            {api.extensions.supported && <AddressSection onDirty={mark} />}
            <LogoSection />
            <ColorSection config={globalConfig} onDirty={mark} />
            <AccountSection config={accountPolicy} onDirty={mark} />
            {api.extensions.supported && <MailSection onDirty={mark} />}
            {api.extensions.supported && <CaptchaSection onDirty={mark} />}
            {api.extensions.supported && <VenueSection />}
            <ContainerSection config={containerPolicy} onDirty={mark} />
            <EncryptionSection config={globalConfig} onDirty={mark} />
            {api.extensions.supported && <EnvironmentSection />}
          </div>
        )}
      </Loaded>
      <LeaveDialog unsaved={dirty.size > 0} />
    </>
  )
}
