import { CheatsPage } from '../../../features/monitor/pages/cheats-page.tsx'
import { MonitorFrame } from '../monitor-frame.tsx'

export const Component = () => (
  <MonitorFrame>{(game) => <CheatsPage key={game.id} game={game} />}</MonitorFrame>
)
