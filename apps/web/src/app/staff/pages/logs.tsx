import { LogsPage } from '../../../features/records/pages/logs-page.tsx'
import { AdminFrame } from '../admin-frame.tsx'

export const Component = () => (
  <AdminFrame>
    <LogsPage />
  </AdminFrame>
)
