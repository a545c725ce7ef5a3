import { ChallengesPage } from '../../../features/challenge-edit/pages/challenges-page.tsx'
import { GameEditorLayout } from '../game-editor-layout.tsx'

export const Component = () => (
  <GameEditorLayout>{({ data: { id } }) => <ChallengesPage key={id} game={id} />}</GameEditorLayout>
)
