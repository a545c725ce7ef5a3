import { Outlet, useParams } from 'react-router'
import type { ChallengeRef } from '../../features/challenge-edit/queries.ts'
import { useGameToEdit } from '../../kit/use-layout-game.ts'
import { gameIdIn } from '../game/current-game.ts'
import { MissingPage } from '../missing-page.tsx'

export const ChallengeLayout = () => {
  const game = useGameToEdit().data.id
  const challenge = gameIdIn({ id: useParams()['chalId'] })
  if (challenge === null) return <MissingPage />
  return <Outlet key={challenge} context={{ game, challenge } satisfies ChallengeRef} />
}
