import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import type { OverlayProps } from '../overlay.ts'
import { KeyList } from './key-list.tsx'

export const KeyHelp = ({ onClose }: OverlayProps) => {
  const { t } = useTranslation('shell')
  return (
    <Dialog title={t('keys.title')} close={t('common.close')} size="wide" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys, too */}
      <section aria-label={t('keys.title')} tabIndex={0}>
        <KeyList level={3} />
      </section>
    </Dialog>
  )
}
