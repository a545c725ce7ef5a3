import type { EventType } from '@pennant/contract/enums'
import type { DetailedGameInfo } from '@pennant/contract/game'
import { cellTime } from '@pennant/contract/sheet'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { CheckField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { EntrySheet } from '../components/entry-sheet.tsx'
import { EventBadge, EventText } from '../components/event-text.tsx'
import { PickButton } from '../components/pick-button.tsx'
import { Second } from '../components/second.tsx'
import { type PickChange, WatchedPage } from '../components/watched-page.tsx'
import { askEvents, type EventRow } from '../queries.ts'

const types: readonly EventType[] = ['FlagSubmit', 'CheatDetected', 'ContainerStart', 'ContainerDestroy']

export const EventsPage = ({ game }: { game: DetailedGameInfo }) => {
  const { t } = useTranslation('monitor')
  const { t: shared } = useTranslation('desk')
  const api = useApi()
  const columns = useColumns()
  return (
    <WatchedPage<EventRow, EventType>
      game={game}
      kind="events"
      title={shared('watch.events')}
      types={types}
      typeLabel={(type) => t(`events.type.${type}`)}
      hears="ReceivedGameEvent"
      ask={(filter, page) => askEvents(api, game.id, filter, page)}
      columns={columns}
      toneOf={({ type }) => (type === 'CheatDetected' ? 'danger' : undefined)}
      csv={{
        header: ['time', 'type', 'team', 'team id', 'user', 'challenge id', 'values'],
        cellsOf: (row) => [
          cellTime(row.time),
          row.type,
          row.team,
          row.teamId ?? null,
          row.user,
          row.challengeId ?? null,
          row.values.join(' | '),
        ],
      }}
      empty={t('events.none')}
      renderFilters={(filter, change) => (
        <CheckField
          name="quiet"
          label={t('events.quiet')}
          checked={filter.quiet}
          onChange={(quiet) => change({ quiet })}
        />
      )}
      renderSheet={(row, tracesAt, close) => (
        <EntrySheet
          game={game.id}
          title={row.team}
          entry={row}
          facts={[
            { name: t('watch.filter.type'), value: <EventBadge type={row.type} /> },
            { name: t('events.what'), value: <EventText event={row} /> },
            { name: t('watch.user'), value: <bdi>{row.user}</bdi> },
          ]}
          tracesAt={tracesAt}
          onClose={close}
        />
      )}
    />
  )
}

const useColumns = () => {
  const { t } = useTranslation('monitor')
  return (pick: (change: PickChange) => void, open: (row: EventRow) => void): readonly Column<EventRow>[] => {
    const only = (name: string): string => t('watch.only', { name })
    return [
      {
        id: 'type',
        header: t('watch.filter.type'),
        width: '11rem',
        narrow: 'plain',
        cell: ({ type }) => <EventBadge type={type} />,
      },
      { id: 'time', header: t('watch.time'), width: '12.5rem', cell: ({ time }) => <Second at={time} /> },
      {
        id: 'team',
        header: t('watch.team'),
        width: 'minmax(8rem, 1fr)',
        narrow: 'title',
        cell: ({ team, teamId }) => (
          <PickButton
            text={team}
            label={only(team)}
            onPick={teamId == null ? null : () => pick({ team: teamId })}
          />
        ),
      },
      {
        id: 'user',
        header: t('watch.user'),
        width: 'minmax(7rem, 0.8fr)',
        cell: ({ user, userId }) => (
          <PickButton
            text={user}
            label={only(user)}
            onPick={userId == null ? null : () => pick({ user: userId })}
          />
        ),
      },
      {
        id: 'what',
        header: t('events.what'),
        width: 'minmax(16rem, 2.5fr)',
        narrow: 'plain',
        cell: (row) => <EventText event={row} />,
      },
      {
        id: 'more',
        header: t('watch.more'),
        width: '4.5rem',
        narrow: 'plain',
        cell: (row) => (
          <IconButton label={t('watch.details', { name: row.team })} onClick={() => open(row)}>
            <Icon name="more" />
          </IconButton>
        ),
      },
    ]
  }
}
