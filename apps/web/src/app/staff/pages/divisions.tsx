import { DivisionsPage } from '../../../features/game-edit/pages/divisions-page.tsx'
import { GameEditorLayout } from '../game-editor-layout.tsx'

export const Component = () => (
  <GameEditorLayout>{({ data }) => <DivisionsPage game={data.id} entry={data} />}</GameEditorLayout>
)
