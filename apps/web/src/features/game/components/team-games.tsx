import type { OwnGame } from '@pennant/contract/game'
import type { TeamInfo } from '@pennant/contract/team'
import { hasEnded } from '@pennant/rules/game/phase'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { gameQuery } from '../../../api/queries/game.ts'
import { ownGamesQuery } from '../../../api/queries/own-games.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { joinAddress, playAddress } from '../join-state.ts'
import { joinCheckQuery } from '../participation-queries.ts'
import { JoinForm } from './join-form.tsx'

/** What a new member of a team does next: join the games that the team plays. */
export const TeamGames = ({ team }: { team: TeamInfo }) => {
  const { t } = useTranslation('team')
  const api = useApi()
  // The list may be from before the visitor was a member.
  const games = useQuery({ ...ownGamesQuery(api), staleTime: 0 })
  return (
    <Loaded query={games} failed={t('home.gamesFailed')}>
      {(list) => {
        const open = list.filter(
          (game) => game.teamId === team.id && !game.joined && !hasEnded(game, api.time.now()),
        )
        const [first, ...rest] = open
        const playing = list.find(({ teamId, joined }) => teamId === team.id && joined)
        if (first === undefined)
          return (
            <LinkButton kind="primary" to={playing === undefined ? '/games' : `/games/${playing.id}`}>
              {playing === undefined ? t('home.stepGame') : t('door.toGame')}
            </LinkButton>
          )
        return (
          <>
            {rest.map((game) => (
              <LinkButton key={game.id} to={joinAddress(game.id)}>
                {t('join.title', { game: game.title })}
              </LinkButton>
            ))}
            <TeamGame game={first} team={team} />
          </>
        )
      }}
    </Loaded>
  )
}

const TeamGame = ({ game: { id, title }, team }: { game: OwnGame; team: TeamInfo }) => {
  const { t } = useTranslation('team')
  const api = useApi()
  const navigate = useNavigate()
  const game = useQuery(gameQuery(api, id))
  const check = useQuery(joinCheckQuery(api, id))
  return (
    <>
      <p id="team-game">{t('invite.plays', { game: title })}</p>
      <Loaded query={game} failed={t('game.failed')}>
        {(info) => (
          <Loaded query={check} failed={t('join.checkFailed')}>
            {(found) => (
              <JoinForm
                titleId="team-game"
                game={info}
                teams={[team]}
                check={found}
                onJoined={(joined) => void navigate(playAddress(joined, api.time.now()))}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}
