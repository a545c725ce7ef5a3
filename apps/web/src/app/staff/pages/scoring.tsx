import { ScoringPage } from '../../../features/game-edit/pages/scoring-page.tsx'
import { GameEditorLayout } from '../game-editor-layout.tsx'

export const Component = () => <GameEditorLayout>{(game) => <ScoringPage game={game} />}</GameEditorLayout>
