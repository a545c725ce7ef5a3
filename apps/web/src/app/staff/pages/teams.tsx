import { TeamListPage } from '../../../features/people/pages/team-list-page.tsx'
import { AdminLayout } from '../admin-layout.tsx'

export const Component = () => (
  <AdminLayout>
    <TeamListPage />
  </AdminLayout>
)
