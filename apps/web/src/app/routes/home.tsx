import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useApi } from '../../api/context.ts'
import { ownTeamsQuery, useProfile } from '../../api/queries/session.ts'
import { SetupNeeded } from '../../features/account/components/setup-needed.tsx'
import { loginPath } from '../../kit/return-path.ts'
import { RecentGames } from '../../features/game/components/recent-games.tsx'
import { NextSteps } from '../../features/home/components/next-steps.tsx'
import { HomePage } from '../../features/home/pages/home-page.tsx'
import { LatestPosts } from '../../features/post/components/latest-posts.tsx'

export const Component = () => (
  <HomePage lead={<SetupNeeded />} next={<Next />} games={<RecentGames />} posts={<LatestPosts />} />
)

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
