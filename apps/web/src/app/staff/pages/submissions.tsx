import { SubmissionsPage } from '../../../features/monitor/pages/submissions-page.tsx'
import { MonitorLayout } from '../monitor-layout.tsx'

export const Component = () => (
  <MonitorLayout>{(game) => <SubmissionsPage key={game.id} game={game} />}</MonitorLayout>
)
