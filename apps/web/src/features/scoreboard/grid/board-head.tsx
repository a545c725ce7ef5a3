import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { CategorySign, Tinted } from '../../../theme/category.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { headingOf } from './category-heading.ts'
import { fixedColumns, fixedWidth, letterOf, type Metrics } from './metrics.ts'
import type { Columns, Sort } from '../team-list.ts'
import type { Span } from './window.ts'
import classes from './board-head.module.css'
import grid from './board-grid.module.css'
import { Name } from '../../../ui/name.tsx'

type Props = {
  columns: Columns
  shown: readonly number[]
  span: Span
  metrics: Metrics
  sort: Sort
  active: number | null
}

const fixed = [
  { name: 'rank', text: 'standing.rank', sort: 'rank' },
  { name: 'team', text: 'join.team', sort: 'name' },
  { name: 'score', text: 'standing.score', sort: null },
  { name: 'solves', text: 'standing.solved', sort: 'solves' },
] as const

const Head = ({ columns: { challenges, categories }, shown, span, metrics, sort, active }: Props) => {
  const { t } = useTranslation('play')
  const left = fixedWidth(metrics)
  const focusable = (column: number): 0 | -1 => (column === active ? 0 : -1)

  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1} className={classes.categories}>
        <td className={classes.corner} aria-hidden="true" />
        {categories
          .filter(({ from, count }) => from < span.end && from + count > span.first)
          .map(({ category, from, count }) => {
            const { word, sign, narrow } = headingOf(
              category,
              count,
              (count * metrics.cell) / letterOf(metrics),
            )
            return (
              <th
                key={category}
                scope="colgroup"
                aria-label={category}
                title={category}
                colSpan={count}
                aria-colindex={fixedColumns + from + 1}
                className={classes.category}
                style={{ left: left + from * metrics.cell, width: count * metrics.cell }}
              >
                <Tinted category={category} className={classes.tint}>
                  <span className={classes.label} data-narrow={narrow || undefined}>
                    {sign && <CategorySign category={category} size={16} />}
                    <span className={classes.word}>{word}</span>
                  </span>
                </Tinted>
              </th>
            )
          })}
      </tr>
      <tr aria-rowindex={2} className={classes.titles}>
        {fixed.map(({ name, text, sort: by }, column) => (
          <th
            key={name}
            scope="col"
            aria-colindex={column + 1}
            aria-label={t(text)}
            aria-sort={by === sort ? (by === 'solves' ? 'descending' : 'ascending') : undefined}
            className={`${grid[name]} ${classes.fixed}`}
            data-column={column}
            tabIndex={focusable(column)}
          >
            {t(text)}
            {by === sort && <Icon name="down" size={12} />}
          </th>
        ))}
        {shown.map((at) => {
          const challenge = challenges[at]
          if (challenge === undefined) return null
          const begins = challenges[at - 1]?.category !== challenge.category
          return (
            <th
              key={challenge.id}
              scope="col"
              aria-colindex={fixedColumns + at + 1}
              className={classes.challenge}
              data-begins={begins || undefined}
              data-column={fixedColumns + at}
              tabIndex={focusable(fixedColumns + at)}
              style={{ left: left + at * metrics.cell }}
            >
              <span className={classes.title}>
                <Name>{challenge.title}</Name>
              </span>
              <span className={classes.points}>{challenge.score}</span>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

export const BoardHead = memo(Head)
