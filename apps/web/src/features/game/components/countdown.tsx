import type { GameSpan } from '@pennant/rules/game/phase'
import { isEndless, phaseOf } from '@pennant/rules/game/phase'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../kit/use-now.ts'
import { formatTimeLeft } from '../../../i18n/duration.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import classes from './countdown.module.css'

/** `edge`: beside a title on a phone. */
export const Countdown = ({ game, edge = false }: { game: GameSpan; edge?: boolean }) => {
  const { t } = useTranslation('play')
  const language = useLanguage()
  const now = useNow()
  const phase = phaseOf(game, now)
  const endless = phase === 'running' && isEndless(game, now)
  const target = endless ? null : { upcoming: game.start, running: game.end, ended: null }[phase]
  const share =
    phase === 'upcoming' ? 0 : Math.min(1, (now - game.start) / Math.max(1, game.end - game.start))

  return (
    <div className={classes.countdown} data-edge={edge || undefined}>
      <div className={classes.line}>
        <span className={classes.word}>
          {endless
            ? t('common.noEnd')
            : edge && phase === 'ended'
              ? t('phase.ended')
              : t(`countdown.${phase}`)}
        </span>
        {target !== null && (
          <bdi className={classes.figures} role="timer" dir="ltr">
            {formatTimeLeft(language, target - now)}
          </bdi>
        )}
      </div>
      <div className={classes.progress}>
        <ProgressBar thin label={t('countdown.progress')} share={share} />
      </div>
    </div>
  )
}
