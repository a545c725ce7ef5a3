import type { GameInfo } from '@pennant/contract/game'
import { seenAs, type Visibility } from '@pennant/rules/game/visibility'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../../api/problem-text.ts'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { useGameEditing } from '../use-game-editing.ts'

type Props = {
  game: Pick<GameInfo, 'id' | 'title'>
  to: Visibility
  onClose: () => void
  /** What speaks against it. */
  children?: ReactNode
}

const words = {
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

/** Says what it means before other people can see a game than now. */
export const VisibilityDialog = ({ game: { id, title }, to, onClose, children }: Props) => {
  const { t } = useTranslation('organise')
  const { t: d } = useTranslation('desk')
  const toasts = useToasts()
  const problemText = useProblemText()
  const { change } = useGameEditing()
  const word = words[to]
  return (
    <ConfirmDialog
      title={t(word.title, { title })}
      confirm={t(word.act)}
      decline={d('cancel')}
      danger={to === 'hidden'}
      pending={change.isPending}
      onDecline={onClose}
      onConfirm={() =>
        change.mutate(
          { id, changes: seenAs(to) },
          {
            onSuccess() {
              toasts.show({ tone: 'good', title: t(word.done), text: title })
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
