import type { TeamInfo } from '@pennant/contract/team'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { ownTeamsQuery, useProfile } from '../../../api/queries/session.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { gameToReturnTo, newTeamPath } from '../address.ts'
import { BackToGame } from '../components/back-to-game.tsx'
import { JoinTeamDialog } from '../components/join-team-dialog.tsx'
import { TeamDialog } from '../components/team-dialog.tsx'
import { leads, useTeamActions } from '../queries.ts'
import classes from './teams-page.module.css'
import { Name } from '../../../ui/name.tsx'

export const TeamsPage = () => {
  const { t } = useTranslation('team')
  const profile = useProfile()
  const teams = useQuery(ownTeamsQuery(useApi()))
  const actions = useTeamActions()
  const [search, setSearch] = useSearchParams()
  const back = gameToReturnTo(search.get('from'), window.location.origin)

  if (profile == null) return null
  const userId = profile.userId
  const shown = teams.data?.find(({ id }) => String(id) === search.get('team'))

  const show = (id: number | null): void => setSearch((old) => withTeam(old, id), { replace: id === null })
  const buttons = (
    <>
      <Button icon={<Icon name="link" />} onClick={() => setSearch((old) => withJoin(old, true))}>
        {t('team.join')}
      </Button>
      <LinkButton kind="primary" icon={<Icon name="plus" />} to={newTeamPath(search.get('from'))}>
        {t('team.create')}
      </LinkButton>
    </>
  )
  return (
    <>
      <PageHead
        title={t('title.teams')}
        lead={t('team.lead')}
        actions={teams.data?.length === 0 ? undefined : buttons}
      />
      {back !== null && (
        <div className={classes.back}>
          <BackToGame back={back} />
        </div>
      )}
      <Loaded query={teams} failed={t('team.listFailed')}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="users" title={t('team.none')} text={t('team.noneHint')}>
              {buttons}
            </EmptyState>
          ) : (
            <>
              <ul className={classes.list}>
                {list.map((team) => (
                  <li key={team.id}>
                    <Card
                      team={team}
                      leads={leads(team, userId)}
                      to={`/teams?${withTeam(search, team.id)}`}
                    />
                  </li>
                ))}
              </ul>
              {back === null && list.every(({ locked }) => !locked) && (
                <p className={classes.next}>
                  <LinkButton to="/games">{t('home.stepGame')}</LinkButton>
                </p>
              )}
            </>
          )
        }
      </Loaded>
      {shown !== undefined && (
        <TeamDialog
          key={shown.id}
          team={shown}
          userId={userId}
          actions={actions}
          back={back}
          onClose={() => show(null)}
        />
      )}
      {search.has('join') && (
        <JoinTeamDialog onClose={() => setSearch((old) => withJoin(old, false), { replace: true })} />
      )}
    </>
  )
}

const withTeam = (search: URLSearchParams, id: number | null): URLSearchParams => {
  const next = new URLSearchParams(search)
  if (id === null) next.delete('team')
  else next.set('team', String(id))
  return next
}

const withJoin = (search: URLSearchParams, joins: boolean): URLSearchParams => {
  const next = new URLSearchParams(search)
  if (joins) next.set('join', '1')
  else next.delete('join')
  return next
}

const mostFaces = 6

type CardProps = { team: TeamInfo; leads: boolean; to: string }

const Card = ({ team, leads: isCaptain, to }: CardProps) => {
  const { t } = useTranslation('team')
  const members = team.members ?? []
  return (
    <Link className={classes.card} to={to}>
      <Avatar name={team.name} url={team.avatar} size={48} />
      <div className={classes.words}>
        <h2 className={classes.name}>
          <Name>{team.name}</Name>
        </h2>
        {team.bio !== null && team.bio !== '' && <p className={classes.bio}>{team.bio}</p>}
        <div className={classes.facts}>
          {isCaptain && <Badge tone="good">{t('team.captain')}</Badge>}
          {team.locked && <Badge tone="caution">{t('team.locked')}</Badge>}
          <span>{t('team.members', { count: members.length })}</span>
        </div>
      </div>
      <div className={classes.faces} aria-hidden="true">
        {members.slice(0, mostFaces).map(({ id, userName, avatar }) => (
          <Avatar key={id} name={userName} url={avatar} size={26} />
        ))}
      </div>
    </Link>
  )
}
