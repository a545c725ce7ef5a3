import { TeamListPage } from '../../../features/people/pages/team-list-page.tsx'
import { AdminFrame } from '../admin-frame.tsx'

export const Component = () => (
  <AdminFrame>
    <TeamListPage />
  </AdminFrame>
)
