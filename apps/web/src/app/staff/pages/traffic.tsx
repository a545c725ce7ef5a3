import { TrafficPage } from '../../../features/monitor/pages/traffic-page.tsx'
import { MonitorLayout } from '../monitor-layout.tsx'

export const Component = () => (
  <MonitorLayout>{(game) => <TrafficPage key={game.id} game={game} />}</MonitorLayout>
)
