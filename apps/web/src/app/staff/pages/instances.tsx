import { InstancesPage } from '../../../features/instances/pages/instances-page.tsx'
import { AdminFrame } from '../admin-frame.tsx'

export const Component = () => (
  <AdminFrame>
    <InstancesPage />
  </AdminFrame>
)
