import { useNavigate } from 'react-router'
import { ResetPage } from '../../features/account/pages/reset-page.tsx'
import { withNotice } from '../notice.ts'

export const Component = () => {
  const navigate = useNavigate()
  return (
    <ResetPage
      recoveryPath="/account/recovery"
      onDone={() => void navigate('/account/login', { replace: true, state: withNotice('passwordChanged') })}
    />
  )
}
