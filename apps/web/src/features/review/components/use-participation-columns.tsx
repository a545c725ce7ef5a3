import type { ParticipationInfo } from '@pennant/contract/participation'
import { useTranslation } from 'react-i18next'
import { ParticipationBadge } from '../../../kit/participation-badge.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import type { Column } from '../../../ui/table/column.ts'
import classes from './participation-columns.module.css'
import { Name } from '../../../ui/name.tsx'

type Needs = { divisions: ReadonlyMap<number, string>; onOpen: (participation: ParticipationInfo) => void }

export const useParticipationColumns = ({
  divisions,
  onOpen,
}: Needs): readonly Column<ParticipationInfo>[] => {
  const { t } = useTranslation('organise')
  return [
    {
      id: 'name',
      header: t('review.team'),
      width: 'minmax(12rem, 2fr)',
      sortable: true,
      narrow: 'title',
      cell: (participation) => (
        <button type="button" className={classes.open} onClick={() => onOpen(participation)}>
          <Avatar name={participation.team.name} url={participation.team.avatar} size={24} />
          <Name>{participation.team.name}</Name>
        </button>
      ),
    },
    {
      id: 'status',
      header: t('review.status'),
      width: 'minmax(7rem, 0.7fr)',
      sortable: true,
      cell: ({ status }) => <ParticipationBadge status={status} />,
    },
    {
      id: 'division',
      header: t('review.division'),
      width: 'minmax(8rem, 1fr)',
      sortable: true,
      cell: ({ divisionId }) => (divisionId === null ? '–' : (divisions.get(divisionId) ?? `#${divisionId}`)),
    },
    {
      id: 'members',
      header: t('review.joined'),
      width: 'minmax(5rem, 0.5fr)',
      align: 'end',
      sortable: true,
      cell: ({ registeredMembers, team }) => `${registeredMembers.length} / ${team.members.length}`,
    },
    {
      id: 'people',
      header: t('review.members'),
      width: 'minmax(14rem, 2fr)',
      cell: ({ team }) => (
        <span className={classes.people}>
          {team.members.map(({ userId, userName, realName }) => (
            <Name key={userId}>{realName.trim() === '' ? userName : `${userName} (${realName})`}</Name>
          ))}
        </span>
      ),
    },
    {
      id: 'applied',
      header: t('review.number'),
      width: '5rem',
      align: 'end',
      sortable: true,
      narrow: 'hidden',
      cell: ({ id }) => id,
    },
  ]
}
