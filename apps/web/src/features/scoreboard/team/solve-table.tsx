import { unpackBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Moment } from '../../../i18n/moment.tsx'
import { formatPercent } from '../../../i18n/number.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { CategorySign } from '../../../theme/category.tsx'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { Solve } from '../board.ts'
import classes from './solve-table.module.css'
import { Name } from '../../../ui/name.tsx'

type Props = { solves: readonly Solve[]; bloodBonus: number; playing: string | null }

const labels = ['challenge.solved', 'blood.first', 'blood.second', 'blood.third'] as const

export const SolveTable = ({ solves, bloodBonus, playing }: Props) => {
  const { t } = useTranslation('board')
  const language = useLanguage()
  const bonus = unpackBloodBonus(bloodBonus)
  const shares = [0, bonus.first, bonus.second, bonus.third]

  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{t('board.solvesNewest')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('board.challenge')}</th>
          <th scope="col">{t('standing.score')}</th>
          <th scope="col">{t('board.member')}</th>
          <th scope="col">{t('board.time')}</th>
        </tr>
      </thead>
      <tbody>
        {solves.map(({ challenge, points, bloodRank, at, member, later }) => {
          const share = points === 0 ? 0 : (shares[bloodRank] ?? 0)
          return (
            <tr key={challenge.id}>
              <th scope="row">
                <span className={classes.challenge}>
                  <BloodMark rank={bloodRank} size={16} />
                  <VisuallyHidden>{t(labels[bloodRank])}</VisuallyHidden>
                  {playing === null ? (
                    <Name>{challenge.title}</Name>
                  ) : (
                    <Link to={`${playing}?challenge=${challenge.id}`}>
                      <Name>{challenge.title}</Name>
                    </Link>
                  )}
                </span>
                <span className={classes.category}>
                  <CategorySign category={challenge.category} size={14} />
                  {challenge.category}
                </span>
                {later && <span className={classes.later}>{t('freeze.later')}</span>}
              </th>
              <td className={classes.points}>
                {points}
                {share > 0 && (
                  <span className={classes.bonus}>{`+${formatPercent(language, share / 1000)}`}</span>
                )}
              </td>
              <td className={classes.member}>{member ?? '–'}</td>
              <td className={classes.time}>
                <Moment at={at} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
