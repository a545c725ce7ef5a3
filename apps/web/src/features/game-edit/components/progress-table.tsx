import type { GameOverview, WatchedChallenge } from '@pennant/contract/watch'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAddress } from '../../../kit/use-address.ts'
import { useNumber } from '../../../i18n/use-number.ts'
import { CategorySign } from '../../../theme/category.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { isStuck, progressIn, progressOrders, shareOf } from '../challenge-progress.ts'
import classes from './progress-table.module.css'

type Props = { gameId: number; overview: GameOverview }

/** How many teams have solved each challenge, with what is stuck in sight. */
export const ProgressTable = ({ gameId, overview: { challenges, accepted } }: Props) => {
  const { t } = useTranslation('organise')
  const { t: p } = useTranslation('play')
  const { t: d } = useTranslation('desk')
  const address = useAddress()
  const by = progressOrders.find((one) => one === address.get('by')) ?? null
  const descending = address.get('down') !== ''
  const base = `/admin/games/${gameId}/challenges`
  const columns = useColumns(base, accepted)

  if (challenges.length === 0)
    return (
      <EmptyState title={p('challenges.none')} text={t('overview.noChallenges')}>
        <LinkButton kind="primary" to={base}>
          {d('work.challenges')}
        </LinkButton>
      </EmptyState>
    )

  return (
    <DataTable
      label={t('overview.progress')}
      columns={columns}
      rows={progressIn(challenges, by, descending)}
      keyOf={({ id }) => id}
      sort={by === null ? null : { by, descending }}
      sortLabel={d('sortBy')}
      onSort={(sort) => address.set({ by: sort.by, down: sort.descending })}
      toneOf={(challenge) => (isStuck(challenge) ? 'caution' : challenge.isEnabled ? undefined : 'dim')}
    />
  )
}

const useColumns = (base: string, accepted: number): readonly Column<WatchedChallenge>[] => {
  const { t } = useTranslation('organise')
  const { t: p } = useTranslation('play')
  const write = useNumber()
  const figure = (
    id: 'tried' | 'wrong' | 'instances' | 'score',
    sortable = true,
  ): Column<WatchedChallenge> => ({
    id,
    header: id === 'score' ? p('standing.score') : t(`overview.column.${id}`),
    width: '7.5rem',
    align: 'end',
    sortable,
    cell: (challenge) => (id === 'score' ? challenge.score : write(challenge[id])),
  })
  return [
    {
      id: 'title',
      header: p('board.challenge'),
      width: 'minmax(12rem, 1fr)',
      sortable: true,
      narrow: 'title',
      cell: (challenge) => (
        <span className={classes.name}>
          <CategorySign category={challenge.category} size={16} />
          <Link to={`${base}/${challenge.id}`}>{challenge.title}</Link>
          {isStuck(challenge) && <Badge tone="caution">{t('overview.stuck')}</Badge>}
          {!challenge.isEnabled && <Badge>{t('overview.off')}</Badge>}
        </span>
      ),
    },
    {
      id: 'solves',
      header: t('overview.column.solves'),
      width: 'minmax(9rem, 1fr)',
      sortable: true,
      cell: ({ solves }) => (
        <span className={classes.solves}>
          <span className={classes.count}>{write(solves)}</span>
          <span className={classes.bar} aria-hidden="true">
            <span style={{ inlineSize: `${shareOf(solves, accepted) * 100}%` }} />
          </span>
        </span>
      ),
    },
    figure('tried'),
    figure('wrong'),
    figure('score'),
    figure('instances', false),
  ]
}
