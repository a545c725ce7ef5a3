import { NoticesPage } from '../../../features/game-edit/pages/notices-page.tsx'
import { WorkbenchFrame } from '../workbench-frame.tsx'

export const Component = () => <WorkbenchFrame>{({ data }) => <NoticesPage game={data.id} />}</WorkbenchFrame>
