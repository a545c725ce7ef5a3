import { UsersPage } from '../../../features/people/pages/users-page.tsx'
import { AdminLayout } from '../admin-layout.tsx'

export const Component = () => (
  <AdminLayout>
    <UsersPage />
  </AdminLayout>
)
