import { isOver } from '@pennant/rules/game/phase'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { LoginForm } from '../../features/account/components/login-form.tsx'
import { RegisterForm } from '../../features/account/components/register-form.tsx'
import { RegistrationOutcome, type Waiting } from '../../features/account/components/registration-outcome.tsx'
import { SharePage } from '../../features/team/pages/share-page.tsx'
import { TeamGames } from '../../features/game/components/team-games.tsx'
import { gameQuery, recentGamesQuery } from '../../api/queries/game.ts'
import { gameToReturnTo } from '../../features/team/address.ts'
import { joinAddress } from '../../features/game/join-state.ts'
import { type EntranceProps, InvitePage } from '../../features/team/pages/invite-page.tsx'
import { useApi } from '../../api/context.ts'
import { useLogin } from '../../features/account/use-login.ts'
import { withReturn } from '../../kit/return-path.ts'

export { NewTeamPage as NewTeam } from '../../features/team/pages/new-team-page.tsx'

export const Share = () => {
  const api = useApi()
  const [search] = useSearchParams()
  const back = gameToReturnTo(search.get('from'), window.location.origin)
  const { data: games = [] } = useQuery({ ...recentGamesQuery(api), enabled: back === null })
  const open = games.filter((game) => !isOver({ ...game, practiceMode: false }, api.time.now()))
  // Without the game one came from, the only one that can be meant.
  const id = back?.game ?? (open.length === 1 ? open[0]?.id : undefined)
  const { data: game } = useQuery({ ...gameQuery(api, id ?? 0), enabled: id !== undefined })
  return (
    <SharePage
      next={
        game === undefined
          ? null
          : {
              title: game.title,
              limit: game.limit,
              joinPath: joinAddress(game.id),
              laterPath: `/games/${game.id}`,
            }
      }
    />
  )
}

/** On the page of the invitation, so that its code needs no other address. */
const Entrance = ({ labelledBy, onLoggedIn }: EntranceProps) => {
  const { t } = useTranslation('account')
  const { pathname, hash } = useLocation()
  const login = useLogin()
  const [known, setKnown] = useState(false)
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const swap = (
    <Button onClick={() => setKnown(!known)}>
      {known ? t('register.instead') : t('register.logInInstead')}
    </Button>
  )

  if (waiting !== null) return <RegistrationOutcome waiting={waiting} />
  return known ? (
    <LoginForm
      labelledBy={labelledBy}
      login={login}
      recoveryPath={withReturn('/account/recovery', pathname + hash)}
      send={t('register.logInAndJoin')}
      beside={swap}
      onLoggedIn={onLoggedIn}
    />
  ) : (
    <RegisterForm
      labelledBy={labelledBy}
      returnTo={pathname + hash}
      send={t('register.sendAndJoin')}
      beside={swap}
      onLoggedIn={onLoggedIn}
      onWaiting={setWaiting}
    />
  )
}

export const Invite = () => <InvitePage Entrance={Entrance} Games={TeamGames} />
