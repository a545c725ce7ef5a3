import { SubmissionsPage } from '../../../features/monitor/pages/submissions-page.tsx'
import { MonitorFrame } from '../monitor-frame.tsx'

export const Component = () => (
  <MonitorFrame>{(game) => <SubmissionsPage key={game.id} game={game} />}</MonitorFrame>
)
