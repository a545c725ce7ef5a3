import type { DetailedGameInfo } from '@pennant/contract/game'
import type { TeamInfo } from '@pennant/contract/team'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { ownTeamsQuery } from '../../../api/queries/session.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { JoinForm } from '../components/join-form.tsx'
import { joinAddress, joinStateOf, playAddress, teamsAddress } from '../join-state.ts'
import { joinCheckQuery } from '../participation-queries.ts'

const titleId = 'join'

export const JoinPage = ({ game }: { game: DetailedGameInfo }) => {
  const { t } = useTranslation('team')
  const teams = useQuery(ownTeamsQuery(useApi()))
  return (
    <Loaded query={teams} failed={t('team.listFailed')}>
      {(list) => <Joining game={game} teams={list} />}
    </Loaded>
  )
}

type Props = { game: DetailedGameInfo; teams: readonly TeamInfo[] }

const Joining = ({ game, teams }: Props) => {
  const { t } = useTranslation('team')
  const api = useApi()
  const navigate = useNavigate()
  const check = useQuery(joinCheckQuery(api, game.id))
  const { kind } = joinStateOf(game, { loggedIn: true, teams: teams.length }, api.time.now())
  const [only] = teams

  if (kind === 'needsTeam')
    return <Navigate to={`/teams/new?from=${encodeURIComponent(joinAddress(game.id))}`} replace />
  if (kind === 'accepted' || kind === 'pending' || kind === 'suspended')
    return <Navigate to={playAddress(game, api.time.now())} replace />
  if (kind === 'over')
    return (
      <NarrowPage titleId={titleId} title={t('join.title', { game: game.title })}>
        <Callout tone="neutral" title={t('door.over')} />
        <LinkButton to={`/games/${game.id}`}>{t('door.toGame')}</LinkButton>
      </NarrowPage>
    )
  const title =
    teams.length === 1 && only !== undefined
      ? t('join.titleAs', { game: game.title, team: only.name })
      : t('join.title', { game: game.title })
  return (
    <NarrowPage
      fills
      titleId={titleId}
      title={title}
      lead={game.limit === 0 ? undefined : t('join.size', { count: game.limit })}
    >
      <p>
        <Link to={teamsAddress(game.id)}>{t('join.otherTeam')}</Link>
      </p>
      <Loaded query={check} failed={t('join.checkFailed')}>
        {(info) => (
          <JoinForm
            titleId={titleId}
            game={game}
            teams={teams}
            check={info}
            onJoined={(joined) => void navigate(playAddress(joined, api.time.now()), { replace: true })}
          />
        )}
      </Loaded>
    </NarrowPage>
  )
}
