import { ChallengesPage } from '../../../features/challenge-edit/pages/challenges-page.tsx'
import { WorkbenchFrame } from '../workbench-frame.tsx'

export const Component = () => (
  <WorkbenchFrame>{({ data: { id } }) => <ChallengesPage key={id} game={id} />}</WorkbenchFrame>
)
