import { useLocation, useNavigate } from 'react-router'
import { useLogout } from '../../features/account/queries.ts'
import { withNotice } from '../notice.ts'

type Outcome = { onLeft?: () => void; onFailed: (error: unknown) => void }

/** Logs out, and says so where one stands. */
export const useLeave = ({ onLeft, onFailed }: Outcome): (() => Promise<void>) => {
  const location = useLocation()
  const navigate = useNavigate()
  const logout = useLogout()
  return async () => {
    // What asked for it is gone by the time of the answer; what is awaited here goes on.
    try {
      await logout.mutateAsync()
      onLeft?.()
      await navigate(location, { replace: true, state: withNotice('loggedOut') })
    } catch (error) {
      onFailed(error)
    }
  }
}
