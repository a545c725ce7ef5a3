import type { GameInfo } from '@pennant/contract/game'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../../kit/problem-text.ts'
import { useToasts } from '../../../ui/toast-store.ts'
import { TypedConfirm } from '../../../ui/typed-confirm.tsx'
import { useDeleteWriteups } from '../queries.ts'

type Props = { game: GameInfo; count: number; onClose: () => void }

export const DeleteWriteups = ({ game, count, onClose }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const toasts = useToasts()
  const problemText = useProblemText()
  const remove = useDeleteWriteups(game.id)
  return (
    <TypedConfirm
      title={t('writeups.deleteAllTitle', { game: game.title })}
      confirm={staff('delete')}
      decline={staff('cancel')}
      word={game.title}
      label={staff('confirm.type', { word: game.title })}
      pending={remove.isPending}
      onDecline={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => void toasts.show({ tone: 'good', title: t('writeups.deleted') }),
          onError: (error) =>
            void toasts.show({ tone: 'danger', title: t('writeups.notDeleted'), text: problemText(error) }),
          onSettled: onClose,
        })
      }
    >
      <p>{t('writeups.deleteWarning', { count })}</p>
    </TypedConfirm>
  )
}
