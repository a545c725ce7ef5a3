import type { OwnGame } from '@pennant/contract/game'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '../../api/context.ts'
import { ownGamesQuery } from '../../api/queries/own-games.ts'
import { ownTeamsQuery } from '../../api/queries/session.ts'
import { RecentGames } from '../../features/game/components/recent-games.tsx'
import { gameQuery, recentGamesQuery } from '../../api/queries/game.ts'
import { resultsQuery } from '../../api/queries/results.ts'
import { joinAddress } from '../../features/game/join-state.ts'
import { GameRows } from '../../features/home/cockpit/game-rows.tsx'
import { startOf } from '../../features/home/cockpit/start.ts'
import { UpcomingCard } from '../../features/home/cockpit/upcoming-card.tsx'
import { NextSteps } from '../../features/home/components/next-steps.tsx'
import { HomePage } from '../../features/home/pages/home-page.tsx'
import { LatestPosts } from '../../features/post/components/latest-posts.tsx'
import { withTexts } from '../../i18n/start.ts'
import { useHasPassed } from '../../kit/use-now.ts'
import { useLazyComponent } from '../use-lazy-component.ts'
import { GameCockpit } from './game-cockpit.tsx'

const loadResults = async () => (await withTexts('results', import('./game-results.tsx'))).GameResults
const retryMs = 5_000
/** For each part. Results are a whole scoreboard: those of a large game take as long as they take. */
const longestWaitMs = 1_000

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
  const isKnown = !teams.isLoading && !mine.isLoading && !isLoading
  const results = useResults(lead?.kind === 'over' ? lead.game : null, isKnown)
  if (!isKnown || results.isWaiting) return null

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
          {results.card}
          {others.length > 0 && <GameRows games={others} />}
        </>
      }
      games={<RecentGames joins={(lead === null || lead.kind === 'over') && join === null} />}
      posts={<LatestPosts />}
    />
  )
}

/** The page waits for them, but not for long, and stays if a game ends while it's open. */
const useResults = (over: OwnGame | null, isKnown: boolean) => {
  const api = useApi()
  const [isDrawn, setDrawn] = useState(false)
  const wanted = over !== null
  const game = useQuery({ ...gameQuery(api, over?.id ?? 0), enabled: wanted })
  const isPublished = wanted && game.data?.resultsAt !== undefined
  const board = useQuery({ ...resultsQuery(api, over?.id ?? 0, null), enabled: isPublished })
  const card = useLazyComponent({
    wanted,
    load: loadResults,
    props: { game: over },
    retryMs,
    onFailed: () => setDrawn(true),
  })
  const missing = game.isLoading ? 'game' : board.isLoading ? 'board' : card === null ? 'card' : null
  const isWaiting = wanted && !isDrawn && missing !== null
  useEffect(() => {
    if (!isKnown || !isWaiting) return undefined
    const timer = setTimeout(() => setDrawn(true), longestWaitMs)
    return () => clearTimeout(timer)
  }, [isKnown, isWaiting, missing])
  useEffect(() => {
    if (isKnown && !isWaiting) setDrawn(true)
  }, [isKnown, isWaiting])
  return { isWaiting, card: wanted ? card : null }
}
