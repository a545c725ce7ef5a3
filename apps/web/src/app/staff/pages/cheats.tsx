import { CheatsPage } from '../../../features/monitor/pages/cheats-page.tsx'
import { MonitorLayout } from '../monitor-layout.tsx'

export const Component = () => (
  <MonitorLayout>{(game) => <CheatsPage key={game.id} game={game} />}</MonitorLayout>
)
