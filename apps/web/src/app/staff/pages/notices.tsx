import { NoticesPage } from '../../../features/game-edit/pages/notices-page.tsx'
import { GameEditorLayout } from '../game-editor-layout.tsx'

export const Component = () => (
  <GameEditorLayout>{({ data }) => <NoticesPage game={data.id} />}</GameEditorLayout>
)
