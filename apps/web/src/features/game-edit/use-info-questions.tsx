import type { GameInfo } from '@pennant/contract/game'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import type { Versioned } from '../../api/versioned.ts'
import { useUndo } from '../../kit/use-undo.tsx'
import { useConsent } from '../../kit/what-if/use-consent.tsx'
import { MovedTimesDialog } from './components/moved-times-dialog.tsx'
import { frozenBy } from './game-draft.ts'
import { endsPractice, type MovedTimes, movedTimes } from './moved-times.ts'
import { useBoardTurn } from './use-board-turn.tsx'
import { useGameEditing } from './use-game-editing.ts'
import type { useInfoForm } from './use-info-form.ts'

type Moving = MovedTimes & { freezeAt: number | undefined }

export const useInfoQuestions = (game: GameInfo, form: ReturnType<typeof useInfoForm>) => {
  const { t } = useTranslation('organise')
  const { time } = useApi()
  const { save } = useGameEditing()
  const offerUndo = useUndo()
  const { consent, checking, question } = useConsent(game.id)
  const turnOf = useBoardTurn(game)
  const [moving, setMoving] = useState<Moving | null>(null)

  const submit = async (): Promise<void> => {
    if (!form.check()) return
    const now = time.now()
    const agreed = await consent({
      change: null,
      affectsPlayers: endsPractice(game, form.draft, now),
      danger: true,
      title: t('times.endPracticeTitle', { title: game.title }),
      confirm: t('times.endPractice'),
      text: <p>{t('times.endPracticeText')}</p>,
    })
    if (!agreed) return
    const turn = turnOf(frozenBy(form.draft))
    if (turn !== null && !(await consent(turn))) return
    const other = movedTimes(game, form.draft, now)
    if (other === null) await form.save()
    else setMoving({ ...other, freezeAt: game.freezeAt })
  }
  // Restores only the times, and only if the game was not saved again since.
  const done = ({ data, version }: Versioned<GameInfo>, posted: boolean): void => {
    const changes = {
      ...(moving?.start === undefined ? {} : { start: moving.start.before }),
      ...(moving?.end === undefined ? {} : { end: moving.end.before }),
      ...(moving?.freezeAt === undefined ? {} : { freezeAt: moving.freezeAt }),
    }
    setMoving(null)
    offerUndo({
      done: t('times.done'),
      ...(posted ? { text: t('notices.posted') } : {}),
      undone: posted ? t('times.noticeStays') : undefined,
      undo: () => save.mutateAsync({ game: data, version, changes }),
    })
  }
  const dialogs = (
    <>
      {question}
      {moving !== null && (
        <MovedTimesDialog
          game={game}
          moved={moving}
          onSave={form.save}
          onDone={done}
          onClose={() => setMoving(null)}
        />
      )}
    </>
  )
  return { submit, checking, dialogs }
}
