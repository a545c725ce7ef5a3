import { useTranslation } from 'react-i18next'
import { Toasts } from '../../ui/toasts.tsx'

/** Loaded with the first thing there is to say. */
export const Corner = () => {
  const { t } = useTranslation()
  return <Toasts region={t('toast.region')} close={t('common.close')} />
}
