import { smallAvatarUrl } from '@pennant/contract/file'
import { memo, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { useSignedNumber } from '../../../i18n/number.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { solvesByChallenge } from '../board.ts'
import classes from './board-grid.module.css'
import { fixedColumns, fixedWidth, type Metrics } from './metrics.ts'
import { areSameColumns, divisionOf, hasSameContent, type RowContent } from './same-row.ts'
import type { SolveLabel } from './use-solve-label.ts'
import { Name } from '../../../ui/name.tsx'

type Props = RowContent & {
  row: number
  metrics: Metrics
  labelOf: SolveLabel
  own: boolean
  reasons: readonly string[]
  last: boolean
  /** In the Tab order; null: none of these. */
  active: number | null
}

const Row = (props: Props) => {
  const { board, shown, row, challenges, columns, metrics, labelOf, own, reasons, last, active } = props
  const { t } = useTranslation('board')
  const signed = useSignedNumber()
  const { team, rank, overall } = shown
  const solves = useMemo(() => solvesByChallenge(board, team), [board, team])
  const cells = useLateCells({ solves, challenges, columns, metrics, labelOf })
  const division = divisionOf({ board, shown })
  const later = [...solves.values()].some((solve) => solve.later)
  const focusable = (column: number): 0 | -1 => (column === active ? 0 : -1)

  return (
    <tr
      aria-rowindex={row + 3}
      className={classes.row}
      data-team={team.id}
      data-own={own || undefined}
      data-later={later || undefined}
      data-odd={row % 2 === 1 || undefined}
    >
      <td
        aria-colindex={1}
        className={classes.rank}
        data-column={0}
        data-top={rank !== null && rank <= 3 ? rank : undefined}
        tabIndex={focusable(0)}
      >
        {rank ?? '–'}
        {overall !== undefined && (
          <span className={classes.overall}>
            <VisuallyHidden>{t('board.overall')} </VisuallyHidden>
            {overall === null ? '–' : `#${overall}`}
          </span>
        )}
      </td>
      <th scope="row" aria-colindex={2} className={classes.team} data-column={1} tabIndex={focusable(1)}>
        <span className={classes.avatar}>
          <Avatar name={team.name} url={smallAvatarUrl(team.avatar)} size={metrics.avatar} />
        </span>
        <span className={classes.names}>
          <span className={classes.name}>
            <Name>{team.name}</Name>
          </span>
          {own && <OwnMark />}
          {last ? (
            <span className={classes.division}>
              {team.lastSolveAt === null ? '–' : <Moment at={team.lastSolveAt} />}
            </span>
          ) : (
            division !== undefined && <span className={classes.division}>{division}</span>
          )}
        </span>
      </th>
      <td
        aria-colindex={3}
        className={classes.score}
        data-column={2}
        data-by-hand={team.adjustment !== 0 || undefined}
        title={
          team.adjustment === 0
            ? undefined
            : [t('board.withByHand', { points: signed(team.adjustment) }), ...reasons].join('\n')
        }
        tabIndex={focusable(2)}
      >
        {team.score}
      </td>
      <td aria-colindex={4} className={classes.solves} data-column={3} tabIndex={focusable(3)}>
        {team.solves}
      </td>
      <Cells {...cells} active={active} />
    </tr>
  )
}

type CellsProps = Pick<Props, 'challenges' | 'columns' | 'metrics' | 'labelOf'> & {
  solves: ReturnType<typeof solvesByChallenge>
}

/** An update may change each cell in sight: drawn after the places and points, it takes two short tasks instead of a long one. */
const useLateCells = ({ solves, challenges, columns, metrics, labelOf }: CellsProps): CellsProps => {
  const now = useMemo(
    () => ({ solves, challenges, columns, metrics, labelOf }),
    [solves, challenges, columns, metrics, labelOf],
  )
  const late = useDeferredValue(now)
  const isSameLayout = late.columns === columns && late.metrics === metrics && areSameColumns(late, now)
  return isSameLayout ? late : now
}

const Cells = memo(
  ({ solves, challenges, columns, metrics, labelOf, active }: CellsProps & Pick<Props, 'active'>) => {
    const left = fixedWidth(metrics)
    return columns.map((at) => {
      const challenge = challenges[at]
      if (challenge === undefined) return null
      const solve = solves.get(challenge.id)
      const column = fixedColumns + at
      return (
        <td
          key={challenge.id}
          aria-colindex={column + 1}
          aria-label={solve === undefined ? undefined : labelOf(solve)}
          className={classes.cell}
          data-blood={solve?.bloodRank}
          data-later={solve?.later || undefined}
          data-begins={challenges[at - 1]?.category !== challenge.category || undefined}
          data-column={column}
          tabIndex={column === active ? 0 : -1}
          style={{ left: left + at * metrics.cell }}
        >
          {solve?.points}
        </td>
      )
    })
  },
)
Cells.displayName = 'Cells'

export const OwnMark = () => <span className={classes.ownMark}>{useTranslation('board').t('board.you')}</span>

const apart = ['row', 'metrics', 'labelOf', 'own', 'reasons', 'last', 'active'] as const

export const BoardRow = memo(
  Row,
  (before, now) => apart.every((name) => before[name] === now[name]) && hasSameContent(before, now),
)
