import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useApi } from '../../api/context.ts'
import { clientConfigQuery } from '../../api/queries/client-config.ts'
import { sessionQuery, useProfile } from '../../api/queries/session.ts'
import { setupStatusQuery } from '../../features/account/setup-queries.ts'
import { RecentGames } from '../../features/game/components/recent-games.tsx'
import { recentGamesQuery } from '../../api/queries/game.ts'
import { NextSteps } from '../../features/home/components/next-steps.tsx'
import { HomePage } from '../../features/home/pages/home-page.tsx'
import { LatestPosts } from '../../features/post/components/latest-posts.tsx'
import { withTexts } from '../../i18n/start.ts'

// Seen once in the life of a site.
const SetupNeeded = lazy(async () => ({
  default: (await import('../../features/account/components/setup-needed.tsx')).SetupNeeded,
}))

const OwnHome = lazy(async () => ({
  default: (await withTexts('live', withTexts('cockpit', import('../home/own-home.tsx')))).OwnHome,
}))

export const Component = () => (
  <Suspense>{useProfile()?.role === 'User' ? <OwnHome /> : <PublicHome />}</Suspense>
)

// Those who run the platform don't play.
const PublicHome = () => {
  const api = useApi()
  const { data: profile, isLoading: isEntering } = useQuery(sessionQuery(api))
  const { data: setup, isLoading: isAsking } = useQuery(setupStatusQuery(api))
  const { isLoading: isNaming } = useQuery(clientConfigQuery(api))
  const { isLoading } = useQuery(recentGamesQuery(api))
  // What stands above would push the rest down.
  const isWaiting = isEntering || isAsking || isNaming || isLoading
  return (
    <HomePage
      masthead
      lead={
        setup?.needed === true && (
          // Without it, the whole page would go until this is loaded.
          <Suspense>
            <SetupNeeded />
          </Suspense>
        )
      }
      next={profile === null && !isWaiting && <NextSteps current={0} gamePath="" />}
      games={isWaiting ? null : <RecentGames joins={profile === null} />}
      posts={isWaiting ? null : <LatestPosts />}
    />
  )
}
