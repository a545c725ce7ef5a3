import { ScoringPage } from '../../../features/game-edit/pages/scoring-page.tsx'
import { WorkbenchFrame } from '../workbench-frame.tsx'

export const Component = () => <WorkbenchFrame>{(game) => <ScoringPage game={game} />}</WorkbenchFrame>
