import { GamesPage } from '../../../features/game-edit/pages/games-page.tsx'
import { AdminLayout } from '../admin-layout.tsx'

export const Component = () => (
  <AdminLayout>
    <GamesPage />
  </AdminLayout>
)
