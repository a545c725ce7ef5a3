import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Column } from '../../../ui/table/column.ts'
import type { Entry } from '../entry.ts'
import { PickButton } from './pick-button.tsx'
import type { PickChange } from './watched-page.tsx'

type Acts<Row> = { pick: (change: PickChange) => void; open: (row: Row) => void }

export const useEntryColumns = () => {
  const { t } = useTranslation('monitor')
  return <Row extends Entry>({ pick, open }: Acts<Row>): Record<EntryColumn, Column<Row>> => {
    const only = (name: string): string => t('watch.only', { name })
    return {
      time: {
        id: 'time',
        header: t('watch.time'),
        width: '15.25rem',
        cell: ({ time }) => <Moment at={time} seconds />,
      },
      team: {
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
      user: {
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
      more: {
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
    }
  }
}

type EntryColumn = 'time' | 'team' | 'user' | 'more'
