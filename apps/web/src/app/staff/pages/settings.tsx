import { SettingsPage } from '../../../features/platform/pages/settings-page.tsx'
import { AdminFrame } from '../admin-frame.tsx'

export const Component = () => (
  <AdminFrame>
    <SettingsPage />
  </AdminFrame>
)
