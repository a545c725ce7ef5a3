import { WriteupsPage } from '../../../features/review/pages/writeups-page.tsx'
import { WorkbenchFrame } from '../workbench-frame.tsx'

export const Component = () => (
  <WorkbenchFrame>{({ data }) => <WriteupsPage key={data.id} game={data} />}</WorkbenchFrame>
)
