import { useLocation, useNavigate } from 'react-router'
import { useLogout } from '../../features/account/queries.ts'
import { outWithNotice } from '../notice.ts'

type Outcome = { onLoggedOut?: () => void; onFailed: (error: unknown) => void }

export const useLogoutAction = ({ onLoggedOut, onFailed }: Outcome): (() => Promise<void>) => {
  const location = useLocation()
  const navigate = useNavigate()
  const logout = useLogout()
  return async () => {
    // The menu is gone when the answer comes; what is awaited here goes on.
    try {
      await logout.mutateAsync(() => navigate(location, outWithNotice('loggedOut')))
      onLoggedOut?.()
    } catch (error) {
      onFailed(error)
    }
  }
}
