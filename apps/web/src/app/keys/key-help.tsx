import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import type { OverlayProps } from '../attendant/overlay-props.ts'
import { KeyList } from './key-list.tsx'

/** Every key there is, on `?`. */
export const KeyHelp = ({ onClose }: OverlayProps) => {
  const { t } = useTranslation('shell')
  return (
    <Dialog title={t('keys.title')} close={t('common.close')} onClose={onClose}>
      <KeyList level={3} />
    </Dialog>
  )
}
