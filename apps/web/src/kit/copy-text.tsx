import { useTranslation } from 'react-i18next'
import { CopyButton } from '../ui/copy-button.tsx'

export const CopyText = ({ text, label }: { text: string; label: string }) => {
  const { t } = useTranslation('play')
  const labels = { copy: label, copied: t('common.copied'), failed: t('common.copyFailed') }
  return <CopyButton text={text} labels={labels} />
}
