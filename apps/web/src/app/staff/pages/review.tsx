import { ReviewPage } from '../../../features/review/pages/review-page.tsx'
import { GameEditorLayout } from '../game-editor-layout.tsx'

export const Component = () => (
  <GameEditorLayout>{({ data }) => <ReviewPage key={data.id} game={data} />}</GameEditorLayout>
)
