import type { GameInfo } from '@pennant/contract/game'
import { hasEnded, isRunning } from '@pennant/rules/game/phase'
import { publicMoment } from '@pennant/rules/scoreboard/freeze'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { formatMoment } from '../../../i18n/date.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { useHasPassed } from '../../../kit/use-now.ts'
import { useUndo } from '../../../kit/use-undo.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Row } from '../../../ui/row.tsx'
import { shownBoardOf, useBoardTurn } from '../use-board-turn.tsx'
import { useGameEditing } from '../use-game-editing.ts'
import classes from './freeze-panel.module.css'

export const FreezePanel = ({ game }: { game: GameInfo }) => {
  const { t } = useTranslation('organise')
  const { time } = useApi()
  const language = useLanguage()
  const id = useId()
  const [wanted, setWanted] = useState<number | null | undefined>()
  const { freezeAt, hidesBoard, resultsAt } = shownBoardOf(game)
  useHasPassed(game.start)
  useHasPassed(game.end + 1)
  useHasPassed(freezeAt)
  const frozenAt = publicMoment({ freezeAt, resultsAt }, time.now())
  const isOver = hasEnded(game, time.now())
  const state =
    resultsAt !== null
      ? 'freeze.isPublished'
      : frozenAt !== null
        ? hidesBoard
          ? 'freeze.isHidden'
          : 'freeze.isFrozen'
        : freezeAt !== null
          ? 'freeze.isPlanned'
          : 'freeze.isNot'
  return (
    <Panel labelledBy={id}>
      <div className={classes.line}>
        <h2 id={id} className={classes.title}>
          {t('freeze.board')}
        </h2>
        <p className={classes.state}>
          {t(state, { time: freezeAt === null ? '' : formatMoment(language, freezeAt) })}
        </p>
        <Row gap="s">
          {frozenAt !== null && !isOver && (
            <Button onClick={() => setWanted(null)}>{t('freeze.thaw')}</Button>
          )}
          {isOver && <LinkButton to={`/admin/games/${game.id}/results`}>{t('results.open')}</LinkButton>}
          {frozenAt === null && resultsAt === null && isRunning(game, time.now()) && (
            <Button onClick={() => setWanted(time.now())}>{t('freeze.now')}</Button>
          )}
          <LinkButton to={`/admin/games/${game.id}/info#times`}>{t('freeze.plan')}</LinkButton>
        </Row>
      </div>
      {wanted !== undefined && (
        <Question game={game} freezeAt={wanted} onClose={() => setWanted(undefined)} />
      )}
    </Panel>
  )
}

type QuestionProps = { game: GameInfo; freezeAt: number | null; onClose: () => void }

const Question = ({ game, freezeAt, onClose }: QuestionProps): ReactNode => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { time } = useApi()
  const problemText = useProblemText()
  const offerUndo = useUndo()
  const { change, save } = useGameEditing()
  const turnOf = useBoardTurn(game)
  // Once it is done, nothing would be left to ask.
  const [question] = useState(() => turnOf({ ...shownBoardOf(game), freezeAt }))
  if (question === null) return null
  const { title, confirm, danger, text } = question
  const act = (): void =>
    change.mutate(
      // While the question was read, more was solved.
      { id: game.id, changes: { freezeAt: freezeAt === null ? null : time.now() } },
      {
        onSuccess({ data, version }) {
          onClose()
          offerUndo({
            done: t(freezeAt === null ? 'freeze.thawed' : 'freeze.frozen'),
            undo: () =>
              save.mutateAsync({ game: data, version, changes: { freezeAt: game.freezeAt ?? null } }),
          })
        },
      },
    )
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      decline={staff('cancel')}
      danger={danger}
      pending={change.isPending}
      onDecline={onClose}
      onConfirm={act}
    >
      {text}
      {change.error !== null && <Callout tone="danger" title={problemText(change.error)} alert />}
    </ConfirmDialog>
  )
}
