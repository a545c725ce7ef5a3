import { SettingsPage } from '../../../features/platform/pages/settings-page.tsx'
import { AdminLayout } from '../admin-layout.tsx'

export const Component = () => (
  <AdminLayout>
    <SettingsPage />
  </AdminLayout>
)
