import { bloodPlaceOf } from '@pennant/rules/scoring/blood-bonus'
import { useTranslation } from 'react-i18next'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import type { ListedChallenge } from '../challenge-list.ts'
import { earnedFor } from '../earned.ts'
import classes from './panel-foot.module.css'

const bloodNames = { 1: 'blood.first', 2: 'blood.second', 3: 'blood.third' } as const

type Props = { game: number; listed: ListedChallenge }

export const SolvedBefore = ({ game, listed: { id, solve, later } }: Props) => {
  const { t } = useTranslation('solve')
  const place = bloodPlaceOf(solve?.type ?? 'Normal')
  const name = solve?.userName ?? null
  const now = solve?.score ?? null
  const earned = earnedFor(game, id) ?? now
  return (
    <p className={classes.strip}>
      <BloodMark rank={place} />
      <span>{name === null ? t('challenge.solvedByUs') : t('solve.by', { name })}</span>
      {earned !== null && (
        <span>
          {earned === now || now === null
            ? t('challenge.points', { count: earned })
            : t('solve.worth', { count: earned, now: String(now) })}
        </span>
      )}
      {later ? <span>{t('freeze.later')}</span> : place !== 0 && <span>{t(bloodNames[place])}</span>}
    </p>
  )
}
