import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useApi } from '../../api/context.ts'
import { sessionQuery } from '../../api/queries/session.ts'
import { ProfilePage } from '../../features/account/pages/profile-page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { outWithNotice } from '../notice.ts'

export const Component = () => {
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { t } = useTranslation()
  const { dataUpdatedAt } = useQuery(sessionQuery(api))

  const passwordChanged = async (): Promise<void> => {
    // The guard of this page would lead back here.
    await navigate('/account/login', outWithNotice('passwordChanged'))
    queries.setQueryData(sessionQuery(api).queryKey, null)
  }
  // A form must start from current data, not from the last visit's.
  if (dataUpdatedAt < performance.timeOrigin) return <Skeleton label={t('common.loading')} lines={6} />
  return <ProfilePage onPasswordChanged={() => void passwordChanged()} />
}
