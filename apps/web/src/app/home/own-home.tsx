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
  const start = startOf(list, teams.data?.length ?? 0, api.time.now())
  const lead = start.lead?.game
  // Renders again when the game starts or ends.
  useHasPassed(lead?.start ?? null)
  useHasPassed(lead === undefined ? null : lead.end + 1)
  const { isLoading } = useQuery(recentGamesQuery(api))
  if (teams.isLoading || mine.isLoading || isLoading) return null

  // Without that list, a locked team tells that its members play.
  const isThrough = !api.extensions.supported && teams.data?.some(({ locked }) => locked) === true
  const { steps, others } = start
  const first = start.lead
  const join = steps?.join ?? null
  const isPlaying = first?.kind === 'running'
  return (
    <HomePage
      cockpit={isPlaying}
      masthead={lead === undefined}
      lead={null}
      next={
        <>
          {steps !== null && !isThrough && (
            <NextSteps
              current={steps.team ? 2 : 1}
              gamePath={join === null ? '/games' : joinAddress(join.id)}
            />
          )}
          {first?.kind === 'running' && <GameCockpit game={first.game} />}
          {first?.kind === 'upcoming' && <UpcomingCard game={first.game} />}
          {first?.kind === 'over' && (
            <Suspense>
              <GameResults game={first.game} />
            </Suspense>
          )}
          {others.length > 0 && <GameRows games={others} />}
        </>
      }
      games={<RecentGames joins={lead === undefined && join === null} />}
      posts={<LatestPosts />}
    />
  )
}
