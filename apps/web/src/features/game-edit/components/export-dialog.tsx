import type { GameInfo } from '@pennant/contract/game'
import { type PackageFormat, usualPackageFormat } from '@pennant/contract/transfer'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceField } from '../../../ui/choice-field.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

type Props = {
  game: Pick<GameInfo, 'title'>
  onExport: (format: PackageFormat) => void
  onClose: () => void
}

export const ExportDialog = ({ game: { title }, onExport, onClose }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const [format, setFormat] = useState(usualPackageFormat)
  return (
    <ConfirmDialog
      title={t('games.exportOf', { title })}
      confirm={t('games.export')}
      decline={staff('cancel')}
      onConfirm={() => {
        onClose()
        onExport(format)
      }}
      onDecline={onClose}
    >
      <ChoiceField<PackageFormat>
        label={t('games.exportFormat')}
        value={format}
        options={[
          { value: 'GZCTF-GAME', label: t('games.exportCompatible'), hint: t('games.exportCompatibleHint') },
          { value: 'PENNANT-GAME', label: t('games.exportOwn'), hint: t('games.exportOwnHint') },
        ]}
        onChange={setFormat}
      />
    </ConfirmDialog>
  )
}
