import { GamesPage } from '../../../features/game-edit/pages/games-page.tsx'
import { AdminFrame } from '../admin-frame.tsx'

export const Component = () => (
  <AdminFrame>
    <GamesPage />
  </AdminFrame>
)
