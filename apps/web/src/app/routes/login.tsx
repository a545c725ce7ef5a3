import { useNavigate } from 'react-router'
import { LoginPage } from '../../features/account/pages/login-page.tsx'
import { useAccountPaths } from '../../features/account/use-account-paths.ts'
import { withNotice } from '../notice.ts'

export const Component = () => {
  const navigate = useNavigate()
  const { destination } = useAccountPaths()
  return (
    <LoginPage
      onLoggedIn={() => void navigate(destination, { replace: true, state: withNotice('loggedIn') })}
    />
  )
}
