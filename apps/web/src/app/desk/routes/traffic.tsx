import { TrafficPage } from '../../../features/monitor/pages/traffic-page.tsx'
import { MonitorFrame } from '../monitor-frame.tsx'

export const Component = () => (
  <MonitorFrame>{(game) => <TrafficPage key={game.id} game={game} />}</MonitorFrame>
)
