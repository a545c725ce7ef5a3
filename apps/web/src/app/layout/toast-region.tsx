import { useTranslation } from 'react-i18next'
import { Toasts } from '../../ui/toasts.tsx'

export const ToastRegion = () => {
  const { t } = useTranslation()
  return (
    <Toasts
      region={t('toast.region')}
      close={t('common.close')}
      closeAll={t('toast.closeAll')}
      more={(count) => t('toast.more', { count })}
    />
  )
}
