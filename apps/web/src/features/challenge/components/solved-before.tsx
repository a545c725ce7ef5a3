import { bloodPlaceOf } from '@pennant/rules/scoring/blood-place'
import { useTranslation } from 'react-i18next'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import type { ListedChallenge } from '../challenge-list.ts'
import classes from './panel-foot.module.css'

const bloodNames = { 1: 'blood.first', 2: 'blood.second', 3: 'blood.third' } as const

export const SolvedBefore = ({ listed: { solve, later } }: { listed: ListedChallenge }) => {
  const { t } = useTranslation('solve')
  const place = bloodPlaceOf(solve?.type ?? 'Normal')
  const name = solve?.userName ?? null
  return (
    <p className={classes.strip}>
      <BloodMark rank={place} />
      <span>{name === null ? t('challenge.solvedByUs') : t('solve.by', { name })}</span>
      {solve !== null && <span>{t('challenge.points', { count: solve.score })}</span>}
      {later ? <span>{t('freeze.later')}</span> : place !== 0 && <span>{t(bloodNames[place])}</span>}
    </p>
  )
}
