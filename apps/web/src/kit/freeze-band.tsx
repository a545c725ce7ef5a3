import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, formatMoment } from '../i18n/date.ts'
import { formatCountdown, formatDuration } from '../i18n/duration.ts'
import { useLanguage } from '../i18n/start.ts'
import { Icon } from '../ui/icon.tsx'
import classes from './freeze-band.module.css'
import type { FreezeState } from './use-freeze.ts'
import { useNow } from './use-now.ts'

const dayMs = 24 * 3_600_000
const longMs = 2 * dayMs

type BandProps = {
  state: FreezeState
  /** What freezes, where the page doesn't say it. */
  lead?: string
  /** Stays in sight: the page shows what others don't see. */
  warns?: boolean
  children?: ReactNode
}

export const FreezeBand = ({ state, lead, warns = false, children }: BandProps) => {
  const { t } = useTranslation('play')
  return (
    <section
      className={classes.band}
      data-state={state.kind}
      data-warns={warns || undefined}
      aria-label={t('freeze.label')}
    >
      <p className={classes.text}>
        {lead !== undefined && <span className={classes.lead}>{lead}</span>}
        <FreezeText state={state} />
      </p>
      {children}
    </section>
  )
}

export const FreezeText = ({ state }: { state: FreezeState }) => {
  const { t } = useTranslation('play')
  const { kind, at } = state
  return (
    <span className={classes.moment}>
      <Icon name={kind === 'planned' ? 'clock' : 'lock'} size={16} />
      <span aria-live="polite">
        {kind === 'planned' ? (
          t('freeze.in')
        ) : (
          <Since at={at} text={kind === 'hidden' ? 'hidden' : 'frozen'} />
        )}
      </span>
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
const Since = ({ at, text }: { at: number; text: 'frozen' | 'hidden' }) => {
  const { t } = useTranslation('play')
  const language = useLanguage()
  const zone = { timeZone: 'UTC' }
  const isRecent = Math.abs(useNow() - at) < dayMs
  const time = isRecent
    ? formatClock(language, at, { ...zone, seconds: false })
    : formatMoment(language, at, zone)
  return <time dateTime={new Date(at).toISOString()}>{t(`freeze.${text}`, { time })}</time>
}
