import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Toasts } from '../../ui/toasts.tsx'

export const ToastRegion = () => {
  const { t } = useTranslation()
  // Screen readers report what enters a region, not what it starts with.
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(true), [])
  return (
    <Toasts
      region={t('toast.region')}
      close={t('common.close')}
      closeAll={t('toast.closeAll')}
      more={(count) => t('toast.more', { count })}
      empty={!open}
    />
  )
}
