import type { ChallengeSummary } from '@pennant/contract/challenge'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CategorySign } from '../../../theme/category.tsx'
import { Badge } from '../../../ui/badge.tsx'
import type { Column, RowKey, Sort } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import classes from './score-table.module.css'
import { Name } from '../../../ui/name.tsx'

export const scoreOrders = ['title', 'score', 'originalScore', 'minScore'] as const
export type ScoreOrder = (typeof scoreOrders)[number]

type Props = {
  game: number
  challenges: readonly ChallengeSummary[]
  sort: Sort
  onSort: (sort: Sort) => void
  chosen: ReadonlySet<RowKey>
  onChosen: (chosen: ReadonlySet<RowKey>) => void
}

export const ScoreTable = ({ game, challenges, sort, onSort, chosen, onChosen }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const columns = useColumns(game)
  return (
    <DataTable
      label={t('scoring.scores')}
      columns={columns}
      rows={challenges}
      keyOf={({ id }) => id}
      sort={sort}
      onSort={onSort}
      sortLabel={staff('sortBy')}
      selection={{
        chosen,
        onChange: onChosen,
        all: staff('chooseAll'),
        one: ({ title }) => staff('chooseOne', { name: title }),
      }}
      toneOf={({ isEnabled }) => (isEnabled ? undefined : 'dim')}
    />
  )
}

const useColumns = (game: number): readonly Column<ChallengeSummary>[] => {
  const { t } = useTranslation('organise')
  const { t: p } = useTranslation('play')
  const figure = (id: 'originalScore' | 'minScore', header: string): Column<ChallengeSummary> => ({
    id,
    header,
    width: 'minmax(6rem, 1fr)',
    align: 'end',
    sortable: true,
    cell: (challenge) => challenge[id],
  })
  return [
    {
      id: 'title',
      header: p('board.challenge'),
      width: 'minmax(12rem, 3fr)',
      sortable: true,
      narrow: 'title',
      cell: ({ id, title, category, isEnabled }) => (
        <span className={classes.name}>
          <CategorySign category={category} size={16} />
          <Link to={`/admin/games/${game}/challenges/${id}`}>
            <Name>{title}</Name>
          </Link>
          {!isEnabled && <Badge>{t('overview.off')}</Badge>}
        </span>
      ),
    },
    {
      id: 'score',
      header: t('scoring.now'),
      width: 'minmax(8rem, 2fr)',
      sortable: true,
      cell: ({ score, minScore, originalScore }) => (
        <span className={classes.score}>
          <span className={classes.count}>{score}</span>
          <span className={classes.bar} aria-hidden="true">
            <span data-least style={{ inlineSize: `${partOf(minScore, originalScore)}%` }} />
            <span style={{ inlineSize: `${partOf(score, originalScore)}%` }} />
          </span>
        </span>
      ),
    },
    figure('originalScore', t('scoring.original')),
    figure('minScore', t('scoring.least')),
  ]
}

const partOf = (score: number, original: number): number =>
  original === 0 ? 0 : Math.min(100, (score / original) * 100)
