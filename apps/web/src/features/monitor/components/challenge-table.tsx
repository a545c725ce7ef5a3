import type { WatchedChallenge } from '@pennant/contract/watch'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAddress } from '../../../kit/use-address.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { useNumber } from '../../../i18n/use-number.ts'
import { CategorySign } from '../../../theme/category.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Stack } from '../../../ui/stack.tsx'
import type { Column, Sort } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import classes from './monitor.module.css'
import { DeskLinks } from './desk-links.tsx'

type Props = { game: number; challenges: readonly WatchedChallenge[]; accepted: number }

const orders = {
  title: (one, other) => one.title.localeCompare(other.title),
  score: (one, other) => one.score - other.score,
  solves: (one, other) => one.solves - other.solves,
  tried: (one, other) => one.tried - other.tried,
  wrong: (one, other) => one.wrong - other.wrong,
  instances: (one, other) => one.instances - other.instances,
  lastSolve: (one, other) => (one.lastSolve ?? 0) - (other.lastSolve ?? 0),
} as const satisfies Record<string, (one: WatchedChallenge, other: WatchedChallenge) => number>

const isOrder = (text: string): text is keyof typeof orders => Object.hasOwn(orders, text)

/** Every challenge with what teams make of it. */
export const ChallengeTable = ({ game, challenges, accepted }: Props) => {
  const { t } = useTranslation('monitor')
  const { t: desk } = useTranslation('desk')
  const { get, set } = useAddress()
  const by = get('sort')
  const sort: Sort = { by: isOrder(by) ? by : 'solves', descending: get('order') !== 'up' }
  const order = isOrder(sort.by) ? orders[sort.by] : orders.solves
  const rows = challenges.toSorted(
    (one, other) => (sort.descending ? order(other, one) : order(one, other)) || one.id - other.id,
  )
  const columns = useColumns(game, accepted)
  return (
    <Stack as="section" gap="s" aria-labelledby="watched-challenges">
      <h3 id="watched-challenges" className={classes.heading}>
        {t('watch.challenges')}
      </h3>
      {challenges.length === 0 ? (
        <EmptyState icon="flag" title={t('watch.noChallenges')} />
      ) : (
        <DataTable
          label={t('watch.challenges')}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          sort={sort}
          sortLabel={desk('sortBy')}
          onSort={({ by: next, descending }) => set({ sort: next, order: descending ? null : 'up' })}
          toneOf={({ isEnabled }) => (isEnabled ? undefined : 'dim')}
        />
      )}
    </Stack>
  )
}

const useColumns = (game: number, accepted: number): readonly Column<WatchedChallenge>[] => {
  const { t } = useTranslation('monitor')
  const write = useNumber()
  const submissions = (id: number, type: string): string =>
    `/games/${game}/monitor/submissions?challenge=${id}${type === '' ? '' : `&type=${type}`}`
  const figure = (
    id: 'score' | 'solves' | 'tried' | 'wrong' | 'instances',
    cell: Column<WatchedChallenge>['cell'],
  ): Column<WatchedChallenge> => ({
    id,
    header: t(`watch.column.${id}`),
    width: 'minmax(5.5rem, 0.5fr)',
    align: 'end',
    sortable: true,
    cell,
  })
  return [
    {
      id: 'title',
      header: t('watch.challenge'),
      width: 'minmax(12rem, 2fr)',
      sortable: true,
      narrow: 'title',
      cell: ({ id, title, category, isEnabled }) => (
        <span className={classes.title}>
          <CategorySign category={category} />
          <Link to={submissions(id, '')}>{title}</Link>
          {!isEnabled && <Badge>{t('watch.disabled')}</Badge>}
          <DeskLinks game={game} challengeId={id} challenge={title} />
        </span>
      ),
    },
    figure('score', ({ score }) => score),
    figure('solves', ({ id, solves }) => (
      <Link to={submissions(id, 'Accepted')}>
        {write(solves)} / {write(accepted)}
      </Link>
    )),
    figure('tried', ({ tried }) => write(tried)),
    figure('wrong', ({ id, wrong }) => <Link to={submissions(id, 'WrongAnswer')}>{write(wrong)}</Link>),
    figure('instances', ({ instances }) => write(instances)),
    {
      id: 'lastSolve',
      header: t('watch.column.lastSolve'),
      width: 'minmax(11rem, 1fr)',
      sortable: true,
      cell: ({ lastSolve }) => (lastSolve === null ? '–' : <Moment at={lastSolve} />),
    },
  ]
}
