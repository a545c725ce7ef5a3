import { Outlet, useParams } from 'react-router'
import type { ChallengeRef } from '../../features/challenge-edit/queries.ts'
import { useGameToEdit } from '../../kit/use-layout-game.ts'
import { gameIdIn } from '../game/game-id.ts'
import { Component as NotFound } from '../routes/not-found.tsx'

export const ChallengeLayout = () => {
  const game = useGameToEdit().data.id
  const challenge = gameIdIn({ id: useParams()['chalId'] })
  if (challenge === null) return <NotFound />
  return <Outlet key={challenge} context={{ game, challenge } satisfies ChallengeRef} />
}
