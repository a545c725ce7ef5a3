import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Toasts } from '../../ui/toasts.tsx'

/** Loaded with the first thing there is to say. */
export const ToastRegion = () => {
  const { t } = useTranslation()
  // Screen readers tell what comes into a region, not what it comes with.
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
