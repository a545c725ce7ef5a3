import { LogsPage } from '../../../features/records/pages/logs-page.tsx'
import { AdminLayout } from '../admin-layout.tsx'

export const Component = () => (
  <AdminLayout>
    <LogsPage />
  </AdminLayout>
)
