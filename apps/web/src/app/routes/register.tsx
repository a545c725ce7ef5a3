import { useNavigate } from 'react-router'
import { RegisterPage } from '../../features/account/pages/register-page.tsx'
import { useAccountPaths } from '../../features/account/use-account-paths.ts'
import { withNotice } from '../notice.ts'

export const Component = () => {
  const navigate = useNavigate()
  const { destination } = useAccountPaths()
  return (
    <RegisterPage
      onLoggedIn={() => void navigate(destination, { replace: true, state: withNotice('registered') })}
    />
  )
}
