import { useNavigate, useSearchParams } from 'react-router'
import { LoginPage } from '../../features/account/pages/login-page.tsx'
import { returnPath } from '../../features/account/return-path.ts'
import { ComponentLibrary } from '../../theme/component-library.tsx'
import { withNotice } from '../notice.ts'

export const Component = () => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const destination = returnPath(search.get('from'), window.location.origin)
  return (
    <ComponentLibrary>
      <LoginPage
        destination={destination}
        onLoggedIn={() => void navigate(destination, { replace: true, state: withNotice('loggedIn') })}
      />
    </ComponentLibrary>
  )
}
