import { FilesPage } from '../../../features/records/pages/files-page.tsx'
import { AdminLayout } from '../admin-layout.tsx'

export const Component = () => (
  <AdminLayout>
    <FilesPage />
  </AdminLayout>
)
