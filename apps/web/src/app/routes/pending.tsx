import { useSearchParams } from 'react-router'
import { PendingPage } from '../../features/account/pages/pending-page.tsx'
import { accountPaths } from '../account-path.ts'

export const Component = () => {
  const [search] = useSearchParams()
  const { login, register } = accountPaths(search)
  return <PendingPage loginPath={login} registerPath={register} />
}
