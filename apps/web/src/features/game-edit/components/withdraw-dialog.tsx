import type { GameInfo } from '@pennant/contract/game'
import { limits } from '@pennant/contract/limit'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../i18n/date.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { useResults } from '../use-results.ts'

type Props = { game: GameInfo; onClose: () => void }

export const WithdrawDialog = ({ game, onClose }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const language = useLanguage()
  const problemText = useProblemText()
  const toasts = useToasts()
  const { withdraw } = useResults(game.id)
  const [reason, setReason] = useState('')
  const act = (): void =>
    withdraw.mutate(reason.trim() === '' ? {} : { reason }, {
      onSuccess() {
        toasts.show({ tone: 'good', title: t('results.withdrawn') })
        onClose()
      },
    })
  const { freezeAt } = game
  return (
    <ConfirmDialog
      title={t('results.withdrawTitle', { title: game.title })}
      confirm={t('results.withdraw')}
      decline={staff('cancel')}
      danger
      pending={withdraw.isPending}
      onDecline={onClose}
      onConfirm={act}
    >
      <p>{t('results.withdrawText')}</p>
      {freezeAt !== undefined && (
        <p>{t('results.withdrawFreeze', { time: formatMoment(language, freezeAt) })}</p>
      )}
      <p>{t('results.forGood')}</p>
      <TextField
        name="reason"
        label={t('results.reason')}
        value={reason}
        onChange={setReason}
        maxLength={limits.resultsReason}
        optional
      />
      {withdraw.error !== null && <Callout tone="danger" title={problemText(withdraw.error)} alert />}
    </ConfirmDialog>
  )
}
