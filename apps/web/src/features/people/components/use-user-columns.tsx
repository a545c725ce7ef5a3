import type { UserInfo } from '@pennant/contract/user'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAct } from '../../../kit/use-act.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Switch } from '../../../ui/switch.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { useUserActions } from '../user-queries.ts'
import classes from './people.module.css'
import { Name } from '../../../ui/name.tsx'

type Options = { own: string | null; onOpen: (user: UserInfo) => void }

/** Column IDs are what the server sorts by. */
export const useUserColumns = ({ own, onOpen }: Options): Column<UserInfo>[] => {
  const { t } = useTranslation('admin')
  const { t: field } = useTranslation('field')
  const { act, isPending } = useAct()
  const actions = useUserActions()

  const activate = (user: UserInfo, on: boolean): Promise<boolean> =>
    act(user.id, async () => {
      await actions.change(user.id, { emailConfirmed: on })
      await actions.refresh()
    })
  return [
    {
      id: 'name',
      header: field('userName'),
      width: 'minmax(8rem, 1fr)',
      sortable: true,
      narrow: 'title',
      cell: (user) => (
        <span className={classes.person}>
          <Avatar name={user.userName} url={user.avatar} size={28} />
          <button type="button" className={classes.link} onClick={() => onOpen(user)}>
            <Name>{user.userName}</Name>
          </button>
        </span>
      ),
    },
    {
      id: 'role',
      header: field('role'),
      width: '7.75rem',
      sortable: true,
      cell: ({ role }) => (
        <Badge tone={role === 'Banned' ? 'danger' : role === 'User' ? 'neutral' : 'news'}>
          {t(`role.${role}`)}
        </Badge>
      ),
    },
    {
      id: 'active',
      header: t('users.active'),
      width: '4.5rem',
      cell: (user) => (
        <Switch
          label={t('users.activeOf', { name: user.userName })}
          on={user.emailConfirmed}
          disabled={user.id === own}
          pending={isPending(user.id)}
          onChange={(on) => void activate(user, on)}
        />
      ),
    },
    {
      id: 'email',
      header: field('email'),
      width: 'minmax(12.5rem, 2.2fr)',
      sortable: true,
      cell: ({ email }) => email,
    },
    {
      id: 'person',
      header: t('users.person'),
      width: 'minmax(4.5rem, 0.6fr)',
      cell: ({ realName, stdNumber }) => [realName, stdNumber].filter((one) => one !== '').join(' · ') || '–',
    },
    {
      id: 'team',
      header: t('users.teams'),
      width: '4.75rem',
      cell: ({ userName }) => (
        <Link
          to={`/admin/teams?q=${encodeURIComponent(userName)}`}
          aria-label={t('users.showTeamsOf', { name: userName })}
        >
          {t('users.showTeams')}
        </Link>
      ),
    },
    {
      id: 'visited',
      header: t('users.visited'),
      width: '9.5rem',
      sortable: true,
      cell: ({ lastVisitedUtc }) => (lastVisitedUtc > 0 ? <Moment at={lastVisitedUtc} /> : t('users.never')),
    },
    {
      id: 'registered',
      header: t('users.registered'),
      width: '9.5rem',
      sortable: true,
      narrow: 'hidden',
      cell: ({ registerTimeUtc }) => <Moment at={registerTimeUtc} />,
    },
    {
      id: 'address',
      header: t('users.address'),
      width: '7.5rem',
      sortable: true,
      narrow: 'hidden',
      cell: ({ ip }) => <span className={classes.mono}>{ip}</span>,
    },
  ]
}
