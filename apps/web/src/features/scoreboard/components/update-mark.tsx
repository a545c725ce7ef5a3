import { useTranslation } from 'react-i18next'
import { useMinute } from '../../../kit/use-now.ts'
import { formatClock, formatMoment } from '../../../i18n/date.ts'
import { useLanguage } from '../../../i18n/start.ts'
import type { LiveState } from '../../../live/connection.ts'
import { LiveChip } from '../../../ui/live-chip.tsx'
import classes from './board-toolbar.module.css'

const dayMs = 86_400_000

/** Without `live`, the board is final. */
export const UpdateMark = ({ at, live }: { at: number; live: LiveState | null }) => {
  const { t } = useTranslation('board')
  const language = useLanguage()
  const isRecent = useMinute() - at < dayMs
  const time = isRecent ? formatClock(language, at) : formatMoment(language, at)
  return (
    <p className={classes.mark}>
      {live === null ? <span>{t('board.final')}</span> : <LiveChip state={live} label={t(`live.${live}`)} />}
      <time dateTime={new Date(at).toISOString()}>{live === 'live' ? time : t('board.asOf', { time })}</time>
    </p>
  )
}
