import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { useApi } from '../../api/context.ts'
import { sessionQuery } from '../../api/queries/session.ts'
import { SetupPage } from '../../features/account/pages/setup-page.tsx'
import { withNotice } from '../notice.ts'

export const Component = () => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const api = useApi()

  const done = async (): Promise<void> => {
    await queries.invalidateQueries(sessionQuery(api))
    // The link is used up: going back must not show it again.
    await navigate('/', { replace: true, state: withNotice('administratorCreated') })
  }
  return <SetupPage token={search.get('token')} onDone={() => void done()} />
}
