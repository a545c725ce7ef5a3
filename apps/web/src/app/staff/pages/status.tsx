import { StatusPage } from '../../../features/platform/pages/status-page.tsx'
import { AdminFrame } from '../admin-frame.tsx'

export const Component = () => (
  <AdminFrame>
    <StatusPage />
  </AdminFrame>
)
