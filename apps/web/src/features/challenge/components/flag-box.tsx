import type { ChallengeDetail } from '@pennant/contract/challenge'
import { limits } from '@pennant/contract/limit'
import { type ReactNode, type SyntheticEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../../kit/problem-text.ts'
import { useHasPassed } from '../../../kit/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import type { ChallengeActions, Verdict } from '../actions.ts'
import { flagHint } from '../flag-hint.ts'
import classes from './flag-box.module.css'

const shape = 'flag{…}'

type Props = {
  challenge: ChallengeDetail
  solved: boolean
  gain: ReactNode
  /** After the end, without deadlines. */
  practising: boolean
  actions: Pick<ChallengeActions, 'submit'>
}

export const FlagBox = ({ challenge, solved, gain, practising, actions: { submit } }: Props) => {
  const { t } = useTranslation('play')
  const problemText = useProblemText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // A second Enter may come before `isPending` is rendered.
  const underWay = useRef(false)
  const [flag, setFlag] = useState('')
  const [verdict, setVerdict] = useState<(Verdict & { flag: string }) | null>(null)
  const late = useHasPassed(challenge.deadline === null ? null : challenge.deadline + 1) && !practising
  const used = challenge.limit > 0 && challenge.attempts >= challenge.limit
  // Points and rank come a moment later.
  const right = verdict?.result === 'Accepted'
  const locked = solved || right ? t('flag.solved') : late ? t('flag.late') : used ? t('flag.used') : null
  const hint = flagHint(flag)

  const send = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (underWay.current || locked !== null) return
    if (flag.trim() === '') return input.current?.focus()
    setVerdict(null)
    underWay.current = true
    submit.mutate(flag, {
      onSettled() {
        underWay.current = false
      },
      onSuccess(result) {
        setVerdict({ ...result, flag })
        if (result.result !== 'Accepted') return input.current?.select()
        setFlag('')
      },
      onError: () => input.current?.focus(),
    })
  }
  return (
    <form className={classes.box} onSubmit={send} aria-label={t('flag.form')}>
      <label htmlFor={id} className={classes.label}>
        {t('flag.label')}
      </label>
      <div className={classes.line}>
        <input
          ref={input}
          id={id}
          data-flag-box=""
          className={classes.input}
          value={flag}
          maxLength={limits.flag}
          placeholder={shape}
          readOnly={locked !== null}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby={`${id}-below`}
          onChange={({ currentTarget }) => setFlag(currentTarget.value)}
        />
        <Button kind="primary" submit pending={submit.isPending} disabled={locked !== null}>
          {submit.isPending ? t('flag.checking') : t('flag.send')}
        </Button>
      </div>
      <div id={`${id}-below`} className={classes.below}>
        {locked !== null && <span>{locked}</span>}
        {locked === null && flag === '' && <span className={classes.keys}>{t('flag.keys')}</span>}
        {locked === null && hint === 'spaces' && (
          <button type="button" className={classes.trim} onClick={() => setFlag(flag.trim())}>
            {t('flag.trim')}
          </button>
        )}
        {locked === null && hint === 'wrapper' && <span>{t('flag.wrapper')}</span>}
        {!used && (
          <span>
            {challenge.limit === 0
              ? t('flag.attempts', { count: challenge.attempts })
              : t('flag.attemptsLeft', { count: challenge.limit - challenge.attempts })}
          </span>
        )}
      </div>
      <div aria-live="assertive">
        {submit.isError && <Callout tone="danger" title={problemText(submit.error)} />}
        {verdict !== null && <Outcome verdict={verdict} gain={gain} />}
      </div>
    </form>
  )
}

type OutcomeProps = { verdict: Verdict & { flag: string }; gain: ReactNode }

const Outcome = ({ verdict: { result, id, flag }, gain }: OutcomeProps) => {
  const { t } = useTranslation('play')
  switch (result) {
    case 'Accepted':
      return (
        <Callout tone="good" title={t('flag.accepted')}>
          {gain}
        </Callout>
      )
    case 'WrongAnswer':
      return (
        <Callout tone="danger" title={t('flag.wrong')}>
          <p>{t(flagHint(flag) === 'spaces' ? 'flag.wrongSpaces' : 'flag.wrongHint')}</p>
        </Callout>
      )
    default:
      return <Callout tone="caution" title={t('flag.unknown', { id: String(id) })} />
  }
}
