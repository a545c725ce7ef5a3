import { useTranslation } from 'react-i18next'
import { fallbackLanguage, languageNames } from '../../i18n/language.ts'
import { switchLanguage, useLanguage } from '../../i18n/start.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToasts } from '../../ui/toast-store.ts'

/** Asks for confirmation, since no person has reviewed that translation. */
export const MachineTranslated = ({ onClose }: { onClose: () => void }) => {
  const { t, i18n } = useTranslation()
  const toasts = useToasts()
  const backToEnglish = (): void => {
    onClose()
    switchLanguage(i18n, fallbackLanguage).catch(() =>
      toasts.show({ tone: 'danger', title: t('language.failed') }),
    )
  }
  return (
    <ConfirmDialog
      title={t('language.machine.title', { language: languageNames[useLanguage()] })}
      confirm={t('language.machine.keep')}
      decline={t('language.machine.english')}
      onConfirm={onClose}
      onDecline={backToEnglish}
    >
      <p>{t('language.machine.text')}</p>
    </ConfirmDialog>
  )
}
