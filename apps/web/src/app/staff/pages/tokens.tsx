import { TokensPage } from '../../../features/platform/pages/tokens-page.tsx'
import { AdminLayout } from '../admin-layout.tsx'

export const Component = () => (
  <AdminLayout>
    <TokensPage />
  </AdminLayout>
)
