import type { GameInfo } from '@pennant/contract/game'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../../api/problem-text.ts'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { useGameEditing } from '../use-game-editing.ts'

type Props = {
  game: Pick<GameInfo, 'id' | 'title' | 'hidden'>
  onClose: () => void
  /** What speaks against it. */
  children?: ReactNode
}

/** Says what it means before a game is shown to everybody, or hidden from them. */
export const VisibilityDialog = ({ game: { id, title, hidden }, onClose, children }: Props) => {
  const { t } = useTranslation('organise')
  const { t: d } = useTranslation('desk')
  const toasts = useToasts()
  const problemText = useProblemText()
  const { change } = useGameEditing()
  return (
    <ConfirmDialog
      title={hidden ? t('games.publishTitle', { title }) : t('games.hideTitle', { title })}
      confirm={hidden ? t('games.publish') : t('games.hide')}
      decline={d('cancel')}
      danger={!hidden}
      pending={change.isPending}
      onDecline={onClose}
      onConfirm={() =>
        change.mutate(
          { id, changes: { hidden: !hidden } },
          {
            onSuccess() {
              toasts.show({
                tone: 'good',
                title: hidden ? t('games.published') : t('games.nowHidden'),
                text: title,
              })
              onClose()
            },
          },
        )
      }
    >
      <p>{hidden ? t('games.publishText') : t('games.hideText')}</p>
      {children}
      {change.error !== null && <Callout tone="danger" title={problemText(change.error)} alert />}
    </ConfirmDialog>
  )
}
