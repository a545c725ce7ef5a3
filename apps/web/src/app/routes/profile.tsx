import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useApi } from '../../api/context.ts'
import { sessionQuery } from '../../api/session.ts'
import { ProfilePage } from '../../features/account/pages/profile-page.tsx'
import { withNotice } from '../notice.ts'

export const Component = () => {
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()

  const passwordChanged = async (): Promise<void> => {
    // The guard of this page would lead back here.
    await navigate('/account/login', { replace: true, state: withNotice('passwordChanged') })
    queries.setQueryData(sessionQuery(api).queryKey, null)
  }
  return <ProfilePage onPasswordChanged={() => void passwordChanged()} />
}
