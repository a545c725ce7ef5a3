import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useApi } from '../../api/context.ts'
import { ownGamesQuery } from '../../api/queries/own-games.ts'
import { ownTeamsQuery } from '../../api/queries/session.ts'
import { RecentGames } from '../../features/game/components/recent-games.tsx'
import { recentGamesQuery } from '../../api/queries/game.ts'
import { joinAddress } from '../../features/game/join-state.ts'
import { GameRows } from '../../features/home/cockpit/game-rows.tsx'
import { startOf } from '../../features/home/cockpit/start.ts'
import { UpcomingCard } from '../../features/home/cockpit/upcoming-card.tsx'
import { NextSteps } from '../../features/home/components/next-steps.tsx'
import { HomePage } from '../../features/home/pages/home-page.tsx'
import { LatestPosts } from '../../features/post/components/latest-posts.tsx'
import { withTexts } from '../../i18n/start.ts'
import { useHasPassed } from '../../kit/use-now.ts'
import { GameCockpit } from './game-cockpit.tsx'

const GameResults = lazy(async () => ({
  default: (await withTexts('results', import('./game-results.tsx'))).GameResults,
}))

/** The home page of a player. Nothing is drawn before it is known what stands first, so nothing moves. */
export const OwnHome = () => {
  const api = useApi()
  const teams = useQuery(ownTeamsQuery(api))
  const mine = useQuery(ownGamesQuery(api))
  const list = mine.data ?? []
  const { lead, steps, others } = startOf(list, teams.data?.length ?? 0, api.time.now())
  // Renders again when the game starts or ends.
  useHasPassed(lead?.game.start ?? null)
  useHasPassed(lead === null ? null : lead.game.end + 1)
  const { isLoading } = useQuery(recentGamesQuery(api))
  if (teams.isLoading || mine.isLoading || isLoading) return null

  // Without that list, a locked team tells that its members play.
  const isThrough = !api.extensions.supported && teams.data?.some(({ locked }) => locked) === true
  const join = steps?.join ?? null
  return (
    <HomePage
      cockpit={lead?.kind === 'running'}
      masthead={lead === null}
      lead={null}
      next={
        <>
          {steps !== null && !isThrough && (
            <NextSteps
              current={steps.team ? 2 : 1}
              gamePath={join === null ? '/games' : joinAddress(join.id)}
            />
          )}
          {lead?.kind === 'running' && <GameCockpit game={lead.game} />}
          {lead?.kind === 'upcoming' && <UpcomingCard game={lead.game} />}
          {lead?.kind === 'over' && (
            <Suspense>
              <GameResults game={lead.game} />
            </Suspense>
          )}
          {others.length > 0 && <GameRows games={others} />}
        </>
      }
      games={<RecentGames joins={(lead === null || lead.kind === 'over') && join === null} />}
      posts={<LatestPosts />}
    />
  )
}
