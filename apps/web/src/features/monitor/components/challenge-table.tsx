import type { WatchedChallenge } from '@pennant/contract/watch'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useIs } from '../../../api/queries/session.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { useNumber } from '../../../i18n/number.ts'
import { useAddress } from '../../../kit/use-address.ts'
import { CategorySign } from '../../../theme/category.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Stack } from '../../../ui/stack.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { inOrder, shareOf, sortNamed } from '../challenge-order.ts'
import classes from './monitor.module.css'
import { StaffLinks } from './staff-links.tsx'
import { Name } from '../../../ui/name.tsx'

type Props = {
  game: number
  challenges: readonly WatchedChallenge[]
  accepted: number
  stuck: ReadonlySet<number>
}

export const ChallengeTable = ({ game, challenges, accepted, stuck }: Props) => {
  const { t } = useTranslation('monitor')
  const { t: staff } = useTranslation('staff')
  const { get, set } = useAddress()
  const edits = useIs('Admin')
  const sort = sortNamed(get('sort'), get('order') !== 'up')
  const columns = useColumns({ game, accepted, stuck })
  return (
    <Stack as="section" gap="s" aria-labelledby="watched-challenges">
      <h3 id="watched-challenges" className={classes.heading}>
        {t('watch.challenges')}
      </h3>
      {challenges.length === 0 ? (
        <EmptyState icon="flag" title={t('watch.noChallenges')}>
          {edits && (
            <LinkButton kind="primary" to={`/admin/games/${game}/challenges`}>
              {staff('work.challenges')}
            </LinkButton>
          )}
        </EmptyState>
      ) : (
        <DataTable
          label={t('watch.challenges')}
          columns={columns}
          rows={inOrder(challenges, sort, stuck)}
          keyOf={({ id }) => id}
          sort={sort}
          sortLabel={staff('sortBy')}
          onSort={({ by: next, descending }) => set({ sort: next, order: descending ? null : 'up' })}
          toneOf={({ id, isEnabled }) => (stuck.has(id) ? 'caution' : isEnabled ? undefined : 'dim')}
        />
      )}
    </Stack>
  )
}

const useColumns = ({
  game,
  accepted,
  stuck,
}: Omit<Props, 'challenges'>): readonly Column<WatchedChallenge>[] => {
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
          <Link to={submissions(id, '')}>
            <Name>{title}</Name>
          </Link>
          {stuck.has(id) && <Badge tone="caution">{t('watch.stuck.title')}</Badge>}
          {!isEnabled && <Badge>{t('watch.disabled')}</Badge>}
          <StaffLinks game={game} challengeId={id} challenge={title} />
        </span>
      ),
    },
    figure('score', ({ score }) => score),
    {
      ...figure('solves', ({ id, solves }) => (
        <span className={classes.solves}>
          <Link to={submissions(id, 'Accepted')}>
            {write(solves)} / {write(accepted)}
          </Link>
          <span className={classes.bar} aria-hidden="true">
            <span style={{ inlineSize: `${shareOf(solves, accepted) * 100}%` }} />
          </span>
        </span>
      )),
      width: 'minmax(8rem, 1fr)',
    },
    figure('tried', ({ tried }) => write(tried)),
    figure('wrong', ({ id, wrong }) => <Link to={submissions(id, 'WrongAnswer')}>{write(wrong)}</Link>),
    figure('instances', ({ instances }) => write(instances)),
    {
      id: 'lastSolve',
      header: t('watch.column.lastSolve'),
      width: 'minmax(13.5rem, 1fr)',
      sortable: true,
      cell: ({ lastSolve }) => (lastSolve === null ? '–' : <Moment at={lastSolve} />),
    },
  ]
}
