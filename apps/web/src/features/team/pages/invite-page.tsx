import type { TeamInfo } from '@pennant/contract/team'
import type { Invite } from '@pennant/rules/team/invite-code'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router'
import { ApiProblem } from '../../../api/problem.ts'
import { useApi } from '../../../api/context.ts'
import { ownTeamsQuery, useProfile } from '../../../api/queries/session.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useProblemText } from '../../../kit/problem-text.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { inviteAt } from '../address.ts'
import { captainOf, invitationQuery, teamQuery, useTeamActions } from '../queries.ts'
import { useMemberNames } from '../use-member-names.ts'

export type EntranceProps = { labelledBy: string; onLoggedIn: () => void }

type Props = {
  Entrance: ComponentType<EntranceProps>
  Games: ComponentType<{ team: TeamInfo }>
}

const titleId = 'invite'

export const InvitePage = (props: Props) => {
  const { id } = useParams()
  const invite = inviteAt(id, useLocation().hash)
  return invite === null ? (
    <Broken teamId={Number(id)} />
  ) : (
    <Invited key={`${invite.teamId} ${invite.token}`} invite={invite} {...props} />
  )
}

const Invited = ({ invite, Entrance, Games }: Props & { invite: Invite }) => {
  const { t } = useTranslation('team')
  const api = useApi()
  const profile = useProfile()
  const { data: teams } = useQuery({ ...ownTeamsQuery(api), enabled: profile != null })
  const { join } = useTeamActions()
  const known = profile === null || teams !== undefined
  const own = profile == null ? undefined : teams?.find(({ id }) => id === invite.teamId)
  const invitation = useQuery({ ...invitationQuery(api, invite), enabled: known && own === undefined })

  if (own !== undefined)
    return (
      <TeamPage team={own} title={t('invite.member', { team: own.name })}>
        <Games team={own} />
      </TeamPage>
    )
  if (isRefused(join.error) || isRefused(invitation.error)) return <Broken teamId={invite.teamId} />
  const wait = <Skeleton label={t('common.loading')} lines={8} />
  if (!known) return wait
  const enter = (): void => join.mutate(invite)
  return (
    <Loaded query={invitation} failed={t('invite.failed')} waiting={wait}>
      {(team) => (
        <TeamPage team={team} title={t('invite.title', { team: team.name })}>
          {profile == null ? (
            <Entrance labelledBy={titleId} onLoggedIn={enter} />
          ) : (
            <Join team={team} pending={join.isPending} error={join.error} onJoin={enter} />
          )}
        </TeamPage>
      )}
    </Loaded>
  )
}

// Replaced, or never valid.
const isRefused = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  (error.is('team.inviteWrong') || error.is('team.unknown') || error.is('team.notFound'))

const TeamPage = ({ team, title, children }: { team: TeamInfo; title: string; children: ReactNode }) => {
  const { t } = useTranslation('team')
  const namesOf = useMemberNames()
  return (
    <NarrowPage
      fills
      titleId={titleId}
      title={title}
      image={<Avatar name={team.name} url={team.avatar} size={56} />}
      lead={t('invite.members', { names: namesOf(team) })}
    >
      {children}
    </NarrowPage>
  )
}

type JoinProps = { team: TeamInfo; pending: boolean; error: unknown; onJoin: () => void }

const Join = ({ team, pending, error, onJoin }: JoinProps) => {
  const { t } = useTranslation('team')
  const problemText = useProblemText()
  return (
    <>
      {error !== null && <Callout tone="danger" title={problemText(error)} alert />}
      <Button kind="primary" pending={pending} onClick={onJoin}>
        {t('invite.join', { team: team.name })}
      </Button>
    </>
  )
}

const Broken = ({ teamId }: { teamId: number }) => {
  const { t } = useTranslation('team')
  const api = useApi()
  const { data: team } = useQuery({
    ...teamQuery(api, teamId),
    enabled: Number.isSafeInteger(teamId) && teamId > 0,
    retry: false,
  })
  const name = team === undefined ? undefined : captainOf(team)?.userName
  return (
    <NarrowPage titleId={titleId} title={t('invite.brokenTitle')}>
      <p>{name === undefined ? t('invite.broken') : t('invite.brokenAsk', { name })}</p>
      <LinkButton to="/">{t('common.toHome')}</LinkButton>
    </NarrowPage>
  )
}
