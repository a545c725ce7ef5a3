import { FilesPage } from '../../../features/records/pages/files-page.tsx'
import { AdminFrame } from '../admin-frame.tsx'

export const Component = () => (
  <AdminFrame>
    <FilesPage />
  </AdminFrame>
)
