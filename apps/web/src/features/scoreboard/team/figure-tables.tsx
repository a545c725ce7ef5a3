import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CategorySign, Tinted } from '../../../theme/category.tsx'
import type { CategoryFigures, MemberFigures } from './team-figures.ts'
import classes from './figure-tables.module.css'

type BarProps = { share: number }

const Bar = ({ share }: BarProps) => (
  <svg className={classes.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect className={classes.whole} width="100" height="8" />
    <rect className={classes.part} width={100 * share} height="8" />
  </svg>
)

type TableProps = { title: string; note: string; heads: readonly string[]; children: ReactNode }

const FigureTable = ({ title, note, heads, children }: TableProps) => (
  <table className={classes.table}>
    <caption className={classes.caption}>
      {title}
      <span className={classes.note}>{note}</span>
    </caption>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

export const CategoryTable = ({ figures }: { figures: readonly CategoryFigures[] }) => {
  const { t } = useTranslation('board')
  return (
    <FigureTable
      title={t('challenges.by.category')}
      note={t('board.barCategory')}
      heads={[t('challenges.category'), t('standing.solved'), t('standing.score')]}
    >
      {figures.map(({ category, solved, of, points, share }) => (
        <tr key={category}>
          <th scope="row">
            <Tinted category={category}>
              <span className={classes.name}>
                <CategorySign category={category} size={16} />
                {category}
              </span>
              <Bar share={share} />
            </Tinted>
          </th>
          <td>{`${solved} / ${of}`}</td>
          <td>{points}</td>
        </tr>
      ))}
    </FigureTable>
  )
}

export const MemberTable = ({ figures }: { figures: readonly MemberFigures[] }) => {
  const { t } = useTranslation('board')
  return (
    <FigureTable
      title={t('board.byMember')}
      note={t('board.barMember')}
      heads={[t('board.member'), t('standing.solved'), t('standing.score')]}
    >
      {figures.map(({ member, solved, points, share }) => (
        <tr key={member ?? ''}>
          <th scope="row">
            <span className={classes.name}>{member ?? '–'}</span>
            <Bar share={share} />
          </th>
          <td>{solved}</td>
          <td>{points}</td>
        </tr>
      ))}
    </FigureTable>
  )
}
