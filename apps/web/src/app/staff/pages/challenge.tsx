import { useParams } from 'react-router'
import { ChallengePreview } from '../../../features/challenge/components/challenge-preview.tsx'
import { ChallengePage, type Preview } from '../../../features/challenge-edit/pages/challenge-page.tsx'
import { gameIdIn } from '../../game/game-id.ts'
import { Component as NotFound } from '../../routes/not-found.tsx'
import { GameEditorLayout } from '../game-editor-layout.tsx'

export const Component = () => {
  const challenge = gameIdIn({ id: useParams()['chalId'] })
  return (
    <GameEditorLayout>
      {({ data: { id: game } }) =>
        challenge === null ? (
          <NotFound />
        ) : (
          <ChallengePage key={challenge} place={{ game, challenge }} preview={preview} />
        )
      }
    </GameEditorLayout>
  )
}

const preview: Preview = ({ challenge: { detail, solved }, flags, onClose }) => (
  <ChallengePreview
    challenge={detail}
    solved={solved}
    isRight={(flag) => flags.some((one) => one.flag === flag)}
    onClose={onClose}
  />
)
