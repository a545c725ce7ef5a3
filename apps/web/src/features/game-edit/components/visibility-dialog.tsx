import type { GameInfo } from '@pennant/contract/game'
import { seenAs, type Visibility, visibilityOf } from '@pennant/rules/game/visibility'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../../kit/problem-text.ts'
import { useUndo } from '../../../kit/use-undo.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useGameEditing } from '../use-game-editing.ts'

type Props = {
  game: Pick<GameInfo, 'id' | 'title' | 'hidden' | 'unlisted'>
  to: Visibility
  onClose: () => void
  children?: ReactNode
}

const labels = {
  listed: {
    title: 'games.publishTitle',
    text: 'games.publishText',
    act: 'games.publish',
    done: 'games.published',
  },
  unlisted: {
    title: 'games.unlistTitle',
    text: 'games.unlistText',
    act: 'games.unlist',
    done: 'games.nowUnlisted',
  },
  hidden: { title: 'games.hideTitle', text: 'games.hideText', act: 'games.hide', done: 'games.nowHidden' },
} as const

export const VisibilityDialog = ({ game, to, onClose, children }: Props) => {
  const { id, title } = game
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const offerUndo = useUndo()
  const problemText = useProblemText()
  const { change, save } = useGameEditing()
  const word = labels[to]
  return (
    <ConfirmDialog
      title={t(word.title, { title })}
      confirm={t(word.act)}
      decline={staff('cancel')}
      danger={to === 'hidden'}
      pending={change.isPending}
      onDecline={onClose}
      onConfirm={() =>
        change.mutate(
          { id, changes: seenAs(to) },
          {
            onSuccess({ data, version }) {
              const changes = seenAs(visibilityOf(game))
              offerUndo({
                done: t(word.done),
                text: title,
                undo: () => save.mutateAsync({ game: data, version, changes }),
              })
              onClose()
            },
          },
        )
      }
    >
      <p>{t(word.text)}</p>
      {children}
      {change.error !== null && <Callout tone="danger" title={problemText(change.error)} alert />}
    </ConfirmDialog>
  )
}
