import type { EventType } from '@pennant/contract/enums'
import { cellTime } from '@pennant/contract/file'
import { isOver } from '@pennant/rules/game/phase'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useWatchedGame } from '../../../kit/use-layout-game.ts'
import { CheckField } from '../../../ui/fields.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { EntrySheet } from '../components/entry-sheet.tsx'
import { EventBadge, EventText } from '../components/event-text.tsx'
import { useEntryColumns } from '../components/use-entry-columns.tsx'
import { type PickChange, WatchedPage } from '../components/watched-page.tsx'
import { askEvents, type EventRow } from '../queries.ts'
import { Name } from '../../../ui/name.tsx'

const types: readonly EventType[] = ['FlagSubmit', 'CheatDetected', 'ContainerStart', 'ContainerDestroy']

export const EventsPage = () => {
  const game = useWatchedGame()
  const { t } = useTranslation('monitor')
  const { t: staff } = useTranslation('staff')
  const api = useApi()
  const columns = useColumns()
  return (
    <WatchedPage<EventRow, EventType>
      game={game.id}
      over={isOver(game, api.time.now())}
      kind="events"
      title={staff('watch.events')}
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
            { name: t('watch.user'), value: <Name>{row.user}</Name> },
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
  const columnsOf = useEntryColumns()
  return (pick: (change: PickChange) => void, open: (row: EventRow) => void): readonly Column<EventRow>[] => {
    const { time, team, user, more } = columnsOf({ pick, open })
    return [
      {
        id: 'type',
        header: t('watch.filter.type'),
        width: '11rem',
        narrow: 'plain',
        cell: ({ type }) => <EventBadge type={type} />,
      },
      time,
      team,
      user,
      {
        id: 'what',
        header: t('events.what'),
        width: 'minmax(16rem, 2.5fr)',
        narrow: 'plain',
        cell: (row) => <EventText event={row} />,
      },
      more,
    ]
  }
}
