import { InstancesPage } from '../../../features/instances/pages/instances-page.tsx'
import { AdminLayout } from '../admin-layout.tsx'

export const Component = () => (
  <AdminLayout>
    <InstancesPage />
  </AdminLayout>
)
