import { UsersPage } from '../../../features/people/pages/users-page.tsx'
import { AdminFrame } from '../admin-frame.tsx'

export const Component = () => (
  <AdminFrame>
    <UsersPage />
  </AdminFrame>
)
