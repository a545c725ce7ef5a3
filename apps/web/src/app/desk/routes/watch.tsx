import { OverviewPage } from '../../../features/monitor/pages/overview-page.tsx'
import { MonitorFrame } from '../monitor-frame.tsx'

export const Component = () => (
  <MonitorFrame>{(game) => <OverviewPage key={game.id} game={game} />}</MonitorFrame>
)
