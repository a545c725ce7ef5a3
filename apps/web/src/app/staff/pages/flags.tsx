import { useParams } from 'react-router'
import { FlagsPage } from '../../../features/challenge-edit/pages/flags-page.tsx'
import { gameIdIn } from '../../game/game-id.ts'
import { Component as NotFound } from '../../routes/not-found.tsx'
import { GameEditorLayout } from '../game-editor-layout.tsx'

export const Component = () => {
  const challenge = gameIdIn({ id: useParams()['chalId'] })
  return (
    <GameEditorLayout>
      {({ data: { id: game } }) =>
        challenge === null ? <NotFound /> : <FlagsPage key={challenge} place={{ game, challenge }} />
      }
    </GameEditorLayout>
  )
}
