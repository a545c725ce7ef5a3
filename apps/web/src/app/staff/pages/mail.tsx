import { MailPage } from '../../../features/records/pages/mail-page.tsx'
import { AdminFrame } from '../admin-frame.tsx'

export const Component = () => (
  <AdminFrame>
    <MailPage />
  </AdminFrame>
)
