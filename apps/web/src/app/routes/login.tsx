import { useNavigate, useSearchParams } from 'react-router'
import { LoginPage } from '../../features/account/pages/login-page.tsx'
import { accountPaths } from '../account-path.ts'
import { withNotice } from '../notice.ts'

export const Component = () => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { destination, invitedTo, register, recovery } = accountPaths(search)
  return (
    <LoginPage
      destination={destination}
      invitedTo={invitedTo}
      paths={{ register, recovery }}
      onLoggedIn={() => void navigate(destination, { replace: true, state: withNotice('loggedIn') })}
    />
  )
}
