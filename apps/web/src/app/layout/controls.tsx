import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from './language-switch.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'
import { UserMenu } from './user-menu.tsx'

type Props = { onFault: (fault: string | null) => void }

/** What a visitor sets for themselves. Loaded after the page has been painted. */
export const Controls = ({ onFault }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      <LanguageSwitch onChosen={() => onFault(null)} onFailed={() => onFault(t('language.failed'))} />
      <SchemeSwitch />
      <UserMenu onFault={onFault} />
    </>
  )
}
