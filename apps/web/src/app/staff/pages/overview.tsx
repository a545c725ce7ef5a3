import { OverviewPage } from '../../../features/game-edit/pages/overview-page.tsx'
import { GameEditorLayout } from '../game-editor-layout.tsx'

export const Component = () => (
  <GameEditorLayout>{({ data }) => <OverviewPage game={data} />}</GameEditorLayout>
)
