import { ReviewPage } from '../../../features/review/pages/review-page.tsx'
import { WorkbenchFrame } from '../workbench-frame.tsx'

export const Component = () => (
  <WorkbenchFrame>{({ data }) => <ReviewPage key={data.id} game={data} />}</WorkbenchFrame>
)
