import { MailPage } from '../../../features/records/pages/mail-page.tsx'
import { AdminLayout } from '../admin-layout.tsx'

export const Component = () => (
  <AdminLayout>
    <MailPage />
  </AdminLayout>
)
