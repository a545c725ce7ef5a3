import { WriteupsPage } from '../../../features/review/pages/writeups-page.tsx'
import { GameEditorLayout } from '../game-editor-layout.tsx'

export const Component = () => (
  <GameEditorLayout>{({ data }) => <WriteupsPage key={data.id} game={data} />}</GameEditorLayout>
)
