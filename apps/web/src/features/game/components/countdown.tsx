import type { GameSpan } from '@pennant/rules/game/phase'
import { phaseOf } from '@pennant/rules/game/phase'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../kit/use-now.ts'
import { formatCountdown, formatDuration } from '../../../i18n/duration.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import classes from './countdown.module.css'

const longMs = 48 * 3_600_000

/** `edge`: beside a title on a phone. */
export const Countdown = ({ game, edge = false }: { game: GameSpan; edge?: boolean }) => {
  const { t } = useTranslation('play')
  const language = useLanguage()
  const now = useNow()
  const phase = phaseOf(game, now)
  const target = { upcoming: game.start, running: game.end, ended: null }[phase]
  const left = target === null ? 0 : target - now
  const figures = left > longMs ? formatDuration(language, left) : formatCountdown(left)
  const share =
    phase === 'upcoming' ? 0 : Math.min(1, (now - game.start) / Math.max(1, game.end - game.start))

  return (
    <div className={classes.countdown} data-edge={edge || undefined}>
      <div className={classes.line}>
        <span className={classes.word}>
          {edge && phase === 'ended' ? t('phase.ended') : t(`countdown.${phase}`)}
        </span>
        {target !== null && (
          <bdi className={classes.figures} role="timer" dir="ltr">
            {figures}
          </bdi>
        )}
      </div>
      <div className={classes.progress}>
        <ProgressBar thin label={t('countdown.progress')} share={share} />
      </div>
    </div>
  )
}
