import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../api/context.ts'
import { formatMoment } from '../i18n/date.ts'
import { formatCountdown, formatDuration } from '../i18n/duration.ts'
import { formatShortClock } from '../i18n/short-clock.ts'
import { useLanguage } from '../i18n/start.ts'
import { Icon } from '../ui/icon.tsx'
import classes from './freeze-band.module.css'
import { type FreezeState, freezeStateOf, type Planned, type Shown, useFreeze } from './use-freeze.ts'
import { useHasPassed, useNow } from './use-now.ts'

const dayMs = 24 * 3_600_000
const longMs = 2 * dayMs

type BandProps = {
  game: Planned
  shown: Shown
  part: 'scoreboard' | 'details'
  lead?: string
  warns?: boolean
  children?: ReactNode
}

export const FreezeBand = ({ game, shown, part, lead, warns = false, children }: BandProps) => {
  const { t } = useTranslation('play')
  const state = useFreeze(game, shown, part)
  if (state === null) return null
  return (
    <section
      className={classes.band}
      data-state={state.kind}
      data-warns={warns || undefined}
      aria-label={t('freeze.label')}
    >
      <p className={classes.text}>
        {lead !== undefined && <span className={classes.lead}>{lead}</span>}
        <State state={state} />
      </p>
      {children}
    </section>
  )
}

export const FreezeText = ({ game, shown }: Pick<BandProps, 'game' | 'shown'>) => {
  const { time } = useApi()
  useHasPassed(game.freezeAt ?? null)
  const state = freezeStateOf(game, shown, time.now())
  return state === null ? null : <State state={state} />
}

const State = ({ state: { kind, at } }: { state: FreezeState }) => {
  const { t } = useTranslation('play')
  return (
    <span className={classes.moment}>
      <Icon name={kind === 'planned' ? 'clock' : 'lock'} size={16} />
      <span aria-live="polite">{kind === 'planned' ? t('freeze.in') : <Since at={at} kind={kind} />}</span>
      {kind === 'planned' && <Left at={at} />}
    </span>
  )
}

const Left = ({ at }: { at: number }) => {
  const language = useLanguage()
  const left = at - useNow()
  return (
    <span className={classes.figures} role="timer">
      {left > longMs ? formatDuration(language, left) : formatCountdown(left)}
    </span>
  )
}

// Players in all time zones talk about it.
const Since = ({ at, kind }: { at: number; kind: 'frozen' | 'hidden' }) => {
  const { t } = useTranslation('play')
  const language = useLanguage()
  const isRecent = Math.abs(useNow() - at) < dayMs
  const time = isRecent ? formatShortClock(language, at) : formatMoment(language, at, { timeZone: 'UTC' })
  return <time dateTime={new Date(at).toISOString()}>{t(`freeze.${kind}`, { time })}</time>
}
