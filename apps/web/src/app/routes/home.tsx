import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useApi } from '../../api/context.ts'
import { clientConfigQuery } from '../../api/queries/client-config.ts'
import { ownTeamsQuery, sessionQuery, useProfile } from '../../api/queries/session.ts'
import { SetupNeeded } from '../../features/account/components/setup-needed.tsx'
import { setupStatusQuery } from '../../features/account/setup-queries.ts'
import { loginPath } from '../../kit/return-path.ts'
import { RecentGames } from '../../features/game/components/recent-games.tsx'
import { recentGamesQuery } from '../../features/game/queries.ts'
import { NextSteps } from '../../features/home/components/next-steps.tsx'
import { HomePage } from '../../features/home/pages/home-page.tsx'
import { LatestPosts } from '../../features/post/components/latest-posts.tsx'

export const Component = () => {
  const isLeading = useIsLeading()
  const { isLoading } = useQuery(recentGamesQuery(useApi()))
  return (
    <HomePage
      lead={<SetupNeeded />}
      next={<Next />}
      games={isLeading ? null : <RecentGames />}
      posts={isLeading || isLoading ? null : <LatestPosts />}
    />
  )
}

/** Whether what stands above the games may still appear, and would push them down. */
const useIsLeading = (): boolean => {
  const api = useApi()
  const session = useQuery(sessionQuery(api))
  const teams = useQuery({ ...ownTeamsQuery(api), enabled: session.data != null })
  const config = useQuery(clientConfigQuery(api))
  const setup = useQuery(setupStatusQuery(api))
  return [session, teams, config, setup].some(({ isLoading }) => isLoading)
}

const Next = () => {
  const api = useApi()
  const location = useLocation()
  const profile = useProfile()
  const { data: teams } = useQuery({ ...ownTeamsQuery(api), enabled: profile != null })
  if (profile === undefined || (profile !== null && teams === undefined)) return null
  // Those who run the platform don't play.
  if (profile !== null && profile.role !== 'User') return null
  const list = teams ?? []
  return (
    <NextSteps
      account={profile !== null}
      team={list.length > 0}
      game={list.some(({ locked }) => locked)}
      loginPath={loginPath(location)}
    />
  )
}
