import { TokensPage } from '../../../features/platform/pages/tokens-page.tsx'
import { AdminFrame } from '../admin-frame.tsx'

export const Component = () => (
  <AdminFrame>
    <TokensPage />
  </AdminFrame>
)
