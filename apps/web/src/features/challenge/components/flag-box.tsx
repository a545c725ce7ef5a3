import type { ChallengeDetail } from '@pennant/contract/challenge'
import { mostFlagCharacters } from '@pennant/contract/flag-limit'
import { lazy, Suspense, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { useHasPassed } from '../../../kit/use-now.ts'
import { announce } from '../../../ui/announce.ts'
import { useAnnounced } from '../../../ui/announced.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Submission, Verdict } from '../actions.ts'
import { flagHint } from '../flag-hint.ts'
import { useKeyboardRoom } from '../use-keyboard-room.ts'
import classes from './flag-box.module.css'

// Neither is there before a flag is sent.
const CopyText = lazy(async () => ({ default: (await import('../../../kit/copy-text.tsx')).CopyText }))
const SolveMark = lazy(async () => ({ default: (await import('../../../ui/solve-mark.tsx')).SolveMark }))

const shape = 'flag{…}'
const slowMs = 1_000

type Props = {
  challenge: ChallengeDetail
  flag: string
  onFlag: (flag: string) => void
  /** After the end, without deadlines. */
  practising: boolean
  /** A teammate has solved it meanwhile. */
  solved: boolean
  submit: Submission
  onFocus?: () => void
  /** True while a flag is judged, and after a right one. */
  onSent?: (sent: boolean) => void
  /** Without it, the box says so itself. */
  onRight?: (sentAt: number) => void
}

export const FlagBox = (props: Props) => {
  const { challenge, flag, onFlag, practising, solved, submit, onFocus, onSent, onRight } = props
  const { t } = useTranslation('play')
  const { time } = useApi()
  const problemText = useProblemText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // A second Enter may come before `isPending` is rendered.
  const underWay = useRef(false)
  const [verdict, setVerdict] = useState<(Verdict & { flag: string }) | null>(null)
  const late = useHasPassed(challenge.deadline === null ? null : challenge.deadline + 1) && !practising
  const used = challenge.limit > 0 && challenge.attempts >= challenge.limit
  const isRight = verdict?.result === 'Accepted'
  const isWrong = verdict?.result === 'WrongAnswer'
  const closed = late ? t('flag.late') : used ? t('flag.used') : null
  const isLocked = solved || isRight || closed !== null
  const isSlow = useIsSlow(submit.isPending, () => announce(t('flag.checking')))
  useAnnounced(late ? t('flag.late') : '', { urgency: 'assertive' })
  useKeyboardRoom(input)

  const send = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (underWay.current || isLocked) return
    if (flag.trim() === '') return input.current?.focus()
    setVerdict(null)
    underWay.current = true
    const sentAt = time.now()
    onSent?.(true)
    submit.mutate(flag, {
      onSettled() {
        underWay.current = false
      },
      onSuccess(result) {
        setVerdict({ ...result, flag })
        if (result.result === 'Accepted') return onRight?.(sentAt)
        onSent?.(false)
        if (result.result === 'WrongAnswer') announce(t('flag.heardWrong'), 'assertive')
        input.current?.select()
      },
      onError(error) {
        onSent?.(false)
        announce(problemText(error), 'assertive')
        input.current?.focus()
      },
    })
  }
  return (
    <form className={classes.box} onSubmit={send} aria-label={t('flag.form')}>
      <div className={classes.line}>
        <div className={classes.field}>
          <input
            ref={input}
            id={id}
            data-flag-box=""
            dir="ltr"
            className={classes.input}
            aria-label={t('flag.label')}
            value={flag}
            maxLength={mostFlagCharacters}
            placeholder={shape}
            readOnly={isLocked}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-describedby={`${id}-below`}
            aria-invalid={isWrong || undefined}
            onFocus={onFocus}
            onChange={({ currentTarget }) => {
              onFlag(currentTarget.value)
              setVerdict(null)
            }}
          />
          {submit.isPending && (
            <span className={classes.mark}>
              <Suspense>
                <SolveMark rank={0} at="dip" />
              </Suspense>
            </span>
          )}
        </div>
        {solved && flag !== '' ? (
          <Suspense>
            <CopyText text={flag} label={t('flag.copy')} />
          </Suspense>
        ) : (
          <Button kind="primary" submit pending={isSlow} disabled={isLocked}>
            {isSlow ? t('flag.checking') : t('flag.send')}
          </Button>
        )}
      </div>
      <div id={`${id}-below`} className={classes.below}>
        {solved ? (
          flag !== '' && <span>{t('flag.kept')}</span>
        ) : submit.isError ? (
          <span className={classes.wrong}>{problemText(submit.error)}</span>
        ) : verdict === null || isRight ? (
          <Advice
            flag={flag}
            closed={isRight && onRight === undefined ? t('flag.accepted') : closed}
            onFlag={onFlag}
          />
        ) : (
          <Outcome verdict={verdict} />
        )}
        {!used && !solved && !isRight && (
          <span className={classes.attempts}>
            {challenge.limit === 0
              ? t('flag.attempts', { count: challenge.attempts })
              : t('flag.attemptsLeft', { count: challenge.limit - challenge.attempts })}
          </span>
        )}
      </div>
    </form>
  )
}

type AdviceProps = { flag: string; closed: string | null; onFlag: (flag: string) => void }

const Advice = ({ flag, closed, onFlag }: AdviceProps) => {
  const { t } = useTranslation('play')
  if (closed !== null) return <span>{closed}</span>
  if (flag === '') return <span className={classes.keys}>{t('flag.keys')}</span>
  switch (flagHint(flag)) {
    case 'spaces':
      return (
        <button type="button" className={classes.trim} onClick={() => onFlag(flag.trim())}>
          {t('flag.trim')}
        </button>
      )
    case 'wrapper':
      return <span>{t('flag.wrapper')}</span>
    case null:
      return null
  }
}

const Outcome = ({ verdict: { result, id, flag } }: { verdict: Verdict & { flag: string } }) => {
  const { t } = useTranslation('play')
  if (result !== 'WrongAnswer')
    return <span className={classes.unknown}>{t('flag.unknown', { id: String(id) })}</span>
  return (
    <span>
      <strong className={classes.wrong}>
        <Icon name="cross" size={14} /> {t('flag.wrong')}
      </strong>{' '}
      {t(flagHint(flag) === 'spaces' ? 'flag.wrongSpaces' : 'flag.wrongHint')}
    </span>
  )
}

const useIsSlow = (isPending: boolean, onSlow: () => void): boolean => {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setTimeout(() => {
      setIsSlow(true)
      onSlow()
    }, slowMs)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- onSlow is new with every rendering
  }, [isPending])
  return isPending && isSlow
}
