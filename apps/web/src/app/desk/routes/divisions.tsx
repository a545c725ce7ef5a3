import { DivisionsPage } from '../../../features/game-edit/pages/divisions-page.tsx'
import { WorkbenchFrame } from '../workbench-frame.tsx'

export const Component = () => (
  <WorkbenchFrame>
    {({ data }) => <DivisionsPage game={data.id} reviewed={!data.acceptWithoutReview} />}
  </WorkbenchFrame>
)
