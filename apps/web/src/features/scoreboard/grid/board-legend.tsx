import { unpackBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '../../../i18n/number.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import classes from './board-legend.module.css'

const places = ['first', 'second', 'third'] as const

type Props = {
  bloodBonus: number
  later: boolean
}

export const BoardLegend = ({ bloodBonus, later }: Props) => {
  const { t } = useTranslation('board')
  const language = useLanguage()
  const bonus = unpackBloodBonus(bloodBonus)
  return (
    <section className={classes.legend} aria-label={t('board.legend')}>
      <ul className={classes.signs}>
        {places.map((place, at) => (
          <li key={place}>
            <BloodMark rank={([1, 2, 3] as const)[at] ?? 3} size={16} />
            {t(`blood.${place}`)}
            {bonus[place] > 0 && (
              <span className={classes.bonus}>{`+${formatPercent(language, bonus[place] / 1000)}`}</span>
            )}
          </li>
        ))}
        <li>
          <BloodMark rank={0} size={16} />
          {t('challenge.solved')}
        </li>
        {later && (
          <li>
            <span className={classes.later} aria-hidden="true" />
            {t('freeze.later')}
          </li>
        )}
      </ul>
      <p>{t('board.tieRule')}</p>
      <p className={classes.keys}>{t('board.keys')}</p>
    </section>
  )
}
