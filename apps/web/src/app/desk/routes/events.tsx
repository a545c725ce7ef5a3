import { EventsPage } from '../../../features/monitor/pages/events-page.tsx'
import { MonitorFrame } from '../monitor-frame.tsx'

export const Component = () => (
  <MonitorFrame>{(game) => <EventsPage key={game.id} game={game} />}</MonitorFrame>
)
