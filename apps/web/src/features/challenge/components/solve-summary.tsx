import type { ChallengeItem } from '@pennant/contract/scoreboard'
import { useTranslation } from 'react-i18next'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import classes from './challenge-panel.module.css'

type Props = {
  solve: ChallengeItem
  rank: number
  /** Since the board is frozen: a blood or a rank would tell of others. */
  later: boolean
}

const bloods = { FirstBlood: 1, SecondBlood: 2, ThirdBlood: 3 } as const
const names = { 1: 'blood.first', 2: 'blood.second', 3: 'blood.third' } as const

export const SolveSummary = ({ solve: { type, score }, rank, later }: Props) => {
  const { t } = useTranslation('play')
  const blood = type in bloods ? bloods[type as keyof typeof bloods] : null
  return (
    <span className={classes.solve}>
      {blood !== null && (
        <span className={classes.solvePlace}>
          <BloodMark rank={blood} /> {t(names[blood])}
        </span>
      )}
      <span>{t('solve.points', { count: score })}</span>
      {later ? (
        <span>{t('freeze.later')}</span>
      ) : (
        rank > 0 && <span>{t('solve.rank', { rank: String(rank) })}</span>
      )}
    </span>
  )
}
