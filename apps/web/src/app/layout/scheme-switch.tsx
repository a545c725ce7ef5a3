import { useTranslation } from 'react-i18next'
import { useScheme } from '../../theme/scheme.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

export const SchemeSwitch = () => {
  const { t } = useTranslation()
  const [scheme, choose] = useScheme()
  const dark = scheme === 'dark'
  return (
    <IconButton
      label={dark ? t('layout.toLight') : t('layout.toDark')}
      onClick={() => choose(dark ? 'light' : 'dark')}
    >
      <Icon name={dark ? 'sun' : 'moon'} />
    </IconButton>
  )
}
