import { useSearchParams } from 'react-router'
import { RecoveryPage } from '../../features/account/pages/recovery-page.tsx'
import { accountPaths } from '../account-path.ts'

export const Component = () => {
  const [search] = useSearchParams()
  return <RecoveryPage loginPath={accountPaths(search).login} />
}
