import { useTranslation } from 'react-i18next'
import { useMinute } from '../../../kit/use-now.ts'
import { formatClock } from '../../../i18n/date.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { useLanguage } from '../../../i18n/start.ts'
import type { LiveState } from '../../../live/connection.ts'
import { LiveChip } from '../../../ui/live-chip.tsx'
import classes from './board-toolbar.module.css'

const dayMs = 86_400_000

/** Without `live`, the board is final. */
export const UpdateMark = ({ at, live }: { at: number; live: LiveState | null }) => {
  const { t } = useTranslation('play')
  const language = useLanguage()
  const isRecent = useMinute() - at < dayMs
  return (
    <p className={classes.mark}>
      {live !== null && <LiveChip state={live} label={t(`live.${live}`)} />}
      <span>
        {live === null ? t('board.final') : t('board.updated')}{' '}
        {isRecent ? (
          <time dateTime={new Date(at).toISOString()}>{formatClock(language, at)}</time>
        ) : (
          <Moment at={at} />
        )}
      </span>
    </p>
  )
}
