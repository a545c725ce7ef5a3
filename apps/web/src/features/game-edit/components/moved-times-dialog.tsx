import type { GameInfo } from '@pennant/contract/game'
import { limits } from '@pennant/contract/limit'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import type { Versioned } from '../../../api/versioned.ts'
import { WhatIfSection } from '../../../kit/what-if/preview.tsx'
import { formatMoment } from '../../../i18n/date.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CheckField, TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { concernsPlayers, type Move, type MovedTimes } from '../moved-times.ts'
import { useNoticeEditing } from '../use-notice-editing.ts'
import classes from '../pages/info-page.module.css'

type Props = {
  game: GameInfo
  moved: MovedTimes
  onSave: () => Promise<Versioned<GameInfo> | null>
  onDone: (saved: Versioned<GameInfo>, posted: boolean) => void
  onClose: () => void
}

const parts = ['start', 'end'] as const
const noticeOf = { start: 'times.noticeStart', end: 'times.noticeEnd' } as const

export const MovedTimesDialog = ({ game, moved, onSave, onDone, onClose }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { time } = useApi()
  const language = useLanguage()
  const problemText = useProblemText()
  const formId = useId()
  const { create } = useNoticeEditing(game.id)

  const write = ({ before, after }: Move, timeZone?: 'UTC') => {
    const zone = timeZone === undefined ? {} : { timeZone }
    return { before: formatMoment(language, before, zone), after: formatMoment(language, after, zone) }
  }
  const moves = parts.flatMap((part) => {
    const move = moved[part]
    return move === undefined ? [] : [{ part, move }]
  })
  // Players are in many time zones.
  const [notice, setNotice] = useState(() =>
    moves.map(({ part, move }) => t(noticeOf[part], write(move, 'UTC'))).join('\n\n'),
  )
  const [posts, setPosts] = useState(() => concernsPlayers(game, moved, time.now()))
  const [pending, setPending] = useState(false)
  /** Set while posting the notice has failed. */
  const [saved, setSaved] = useState<Versioned<GameInfo> | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async (): Promise<void> => {
    setPending(true)
    setProblem(null)
    const now = saved ?? (await onSave())
    if (now === null) return onClose()
    if (!posts) return onDone(now, false)
    try {
      await create.mutateAsync(notice)
      onDone(now, true)
    } catch (error) {
      setSaved(now)
      setProblem(problemText(error))
      setPending(false)
    }
  }
  const leave = (): void => (saved === null ? onClose() : onDone(saved, false))
  const change = {
    kind: 'moveTimes' as const,
    ...(moved.start === undefined ? {} : { start: moved.start.after }),
    ...(moved.end === undefined ? {} : { end: moved.end.after }),
  }
  return (
    <Dialog
      title={<span id={formId}>{t('times.title', { title: game.title })}</span>}
      close={staff('close')}
      firm
      onClose={leave}
      actions={
        <>
          <Button onClick={leave}>{staff(saved === null ? 'cancel' : 'close')}</Button>
          <Button
            kind="primary"
            pending={pending}
            disabled={posts && notice.trim() === ''}
            onClick={() => void submit()}
          >
            {t(saved === null ? 'times.change' : 'notices.post')}
          </Button>
        </>
      }
    >
      {problem !== null && (
        <Callout tone="danger" title={t('times.notPosted')} alert>
          <p>{problem}</p>
        </Callout>
      )}
      <Stack as="ul" gap="s">
        {moves.map(({ part, move }) => (
          <li key={part}>
            {t(`times.${part}`, write(move))}
            <div className={classes.note}>{t(`times.${part}`, write(move, 'UTC'))}</div>
          </li>
        ))}
      </Stack>
      {saved === null && <WhatIfSection game={game.id} change={change} />}
      <Form labelledBy={formId} pending={pending} refusals={0} onSubmit={submit}>
        <CheckField
          name="post"
          label={t('times.post')}
          hint={t('notices.postHint')}
          checked={posts}
          onChange={setPosts}
        />
        {posts && (
          <TextArea
            name="notice"
            label={t('notices.text')}
            rows={4}
            maxLength={limits.noticeContent}
            value={notice}
            onChange={setNotice}
          />
        )}
      </Form>
    </Dialog>
  )
}
