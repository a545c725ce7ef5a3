import { useNavigate, useSearchParams } from 'react-router'
import { ResetPage } from '../../features/account/pages/reset-page.tsx'
import { withNotice } from '../notice.ts'

export const Component = () => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return (
    <ResetPage
      token={search.get('token')}
      email={search.get('email')}
      recoveryPath="/account/recovery"
      onDone={() => void navigate('/account/login', { replace: true, state: withNotice('passwordChanged') })}
    />
  )
}
