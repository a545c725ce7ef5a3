import { OverviewPage } from '../../../features/monitor/pages/overview-page.tsx'
import { MonitorLayout } from '../monitor-layout.tsx'

export const Component = () => (
  <MonitorLayout>{(game) => <OverviewPage key={game.id} game={game} />}</MonitorLayout>
)
