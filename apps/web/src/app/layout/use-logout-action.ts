import { useLocation, useNavigate } from 'react-router'
import { useLogout } from '../../features/account/queries.ts'
import { withNotice } from '../notice.ts'

type Outcome = { onLoggedOut?: () => void; onFailed: (error: unknown) => void }

export const useLogoutAction = ({ onLoggedOut, onFailed }: Outcome): (() => Promise<void>) => {
  const location = useLocation()
  const navigate = useNavigate()
  const logout = useLogout()
  return async () => {
    // The menu is gone when the answer comes; what is awaited here goes on.
    try {
      await logout.mutateAsync()
      onLoggedOut?.()
      await navigate(location, { replace: true, state: withNotice('loggedOut') })
    } catch (error) {
      onFailed(error)
    }
  }
}
