import { EventsPage } from '../../../features/monitor/pages/events-page.tsx'
import { MonitorLayout } from '../monitor-layout.tsx'

export const Component = () => (
  <MonitorLayout>{(game) => <EventsPage key={game.id} game={game} />}</MonitorLayout>
)
