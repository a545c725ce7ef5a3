import type { GameInfo } from '@pennant/contract/game'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../../kit/problem-text.ts'
import { Callout } from '../../../ui/callout.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { TypedConfirm } from '../../../ui/typed-confirm.tsx'
import { useGameEditing } from '../use-game-editing.ts'

type Props = { game: Pick<GameInfo, 'id' | 'title'>; onClose: () => void; onDeleted?: () => void }

export const DeleteGameDialog = ({ game: { id, title }, onClose, onDeleted }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const toasts = useToasts()
  const problemText = useProblemText()
  const { remove } = useGameEditing()
  return (
    <TypedConfirm
      title={t('games.deleteTitle', { title })}
      confirm={t('games.delete')}
      decline={staff('cancel')}
      word={title}
      label={staff('confirm.type', { word: title })}
      pending={remove.isPending}
      onDecline={onClose}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess() {
            toasts.show({ tone: 'good', title: t('games.deleted'), text: title })
            onClose()
            onDeleted?.()
          },
        })
      }
    >
      <p>{t('games.deleteText')}</p>
      {remove.error !== null && <Callout tone="danger" title={problemText(remove.error)} alert />}
    </TypedConfirm>
  )
}
