import { StatusPage } from '../../../features/platform/pages/status-page.tsx'
import { AdminLayout } from '../admin-layout.tsx'

export const Component = () => (
  <AdminLayout>
    <StatusPage />
  </AdminLayout>
)
