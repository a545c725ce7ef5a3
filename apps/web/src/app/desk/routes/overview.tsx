import { OverviewPage } from '../../../features/game-edit/pages/overview-page.tsx'
import { WorkbenchFrame } from '../workbench-frame.tsx'

export const Component = () => <WorkbenchFrame>{({ data }) => <OverviewPage game={data} />}</WorkbenchFrame>
