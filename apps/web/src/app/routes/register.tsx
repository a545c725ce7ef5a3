import { useNavigate, useSearchParams } from 'react-router'
import { RegisterPage } from '../../features/account/pages/register-page.tsx'
import { accountPaths } from '../account-path.ts'
import { withNotice } from '../notice.ts'

export const Component = () => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { destination, invitedTo, login } = accountPaths(search)
  return (
    <RegisterPage
      loginPath={login}
      invitedTo={invitedTo}
      onLoggedIn={() => void navigate(destination, { replace: true, state: withNotice('registered') })}
    />
  )
}
