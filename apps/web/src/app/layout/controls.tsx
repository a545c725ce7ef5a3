import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useClientConfig } from '../../api/queries/client-config.ts'
import { withTexts } from '../../i18n/start.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { usePlatform } from '../../kit/platform.ts'
import { SchemeSwitch } from './scheme-switch.tsx'
import { UserMenu } from './user-menu.tsx'
import { Watermark } from './watermark.tsx'

const TunnelControl = lazy(async () => ({
  default: (await withTexts('instance', import('../../features/tunnel/components/tunnel-control.tsx')))
    .TunnelControl,
}))

type Props = { onFault: (fault: string | null) => void }

export const Controls = ({ onFault }: Props) => {
  const { t } = useTranslation()
  const { name } = usePlatform()
  const proxied = useClientConfig()?.portMapping === 'PlatformProxy'
  return (
    <>
      {proxied && (
        <Suspense>
          <TunnelControl name={name} />
        </Suspense>
      )}
      <LanguageSwitch onChosen={() => onFault(null)} onFailed={() => onFault(t('language.failed'))} />
      <SchemeSwitch />
      <UserMenu onFault={onFault} />
      <Watermark />
    </>
  )
}
