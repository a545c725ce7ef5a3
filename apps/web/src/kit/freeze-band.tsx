import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../api/context.ts'
import { formatMoment } from '../i18n/date.ts'
import { formatTimeLeft } from '../i18n/duration.ts'
import { formatShortClock } from '../i18n/short-clock.ts'
import { useLanguage } from '../i18n/start.ts'
import { useAnnounced } from '../ui/announced.tsx'
import band from '../ui/band.module.css'
import { Icon } from '../ui/icon.tsx'
import classes from './freeze-band.module.css'
import { type FreezeState, freezeStateOf, type Planned, type Shown, useFreeze } from './use-freeze.ts'
import { useHasPassed, useNow } from './use-now.ts'

const dayMs = 24 * 3_600_000

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
      className={`${band.band} ${classes.band}`}
      data-state={state.kind}
      data-warns={warns || undefined}
      aria-label={t('freeze.label')}
    >
      <p className={band.text}>
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
  const since = useSince(at)
  const text = kind === 'planned' ? t('freeze.in') : t(`freeze.${kind}`, { time: since })
  useAnnounced(text)
  return (
    <span className={classes.moment}>
      <Icon name={kind === 'planned' ? 'clock' : 'lock'} size={16} />
      {kind === 'planned' ? <span>{text}</span> : <time dateTime={new Date(at).toISOString()}>{text}</time>}
      {kind === 'planned' && <Left at={at} />}
    </span>
  )
}

const Left = ({ at }: { at: number }) => {
  const language = useLanguage()
  return (
    <bdi className={classes.figures} role="timer" dir="ltr">
      {formatTimeLeft(language, at - useNow())}
    </bdi>
  )
}

// Players in all time zones talk about it.
const useSince = (at: number): string => {
  const language = useLanguage()
  const isRecent = Math.abs(useNow() - at) < dayMs
  return isRecent ? formatShortClock(language, at) : formatMoment(language, at, { timeZone: 'UTC' })
}
