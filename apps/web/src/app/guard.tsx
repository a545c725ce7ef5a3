import { type Role, atLeast } from '@pennant/contract/enums'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useLocation, useOutletContext } from 'react-router'
import { useApi } from '../api/context.ts'
import { invitePath, oldInviteIn } from '../features/team/address.ts'
import { useProblemText } from '../kit/problem-text.ts'
import { sessionQuery } from '../api/queries/session.ts'
import { loginPath } from '../kit/return-path.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { NarrowPage } from '../ui/narrow-page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const setUpPath = /^\/account\/profile/i

/** Nothing of the page is asked for before the role is known. */
export const Guard = ({ role }: { role: Role }): ReactNode => {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const location = useLocation()
  const context = useOutletContext()
  const api = useApi()
  const { data: profile, error, isFetching, refetch } = useQuery(sessionQuery(api))

  const invite = oldInviteIn(location.pathname + location.search + location.hash)
  if (invite !== null) return <Navigate to={invitePath(invite)} replace />
  if (profile === undefined)
    return error === null ? (
      <Skeleton label={t('common.loading')} lines={6} />
    ) : (
      <NarrowPage titleId="guard" title={problemText(error)}>
        <Button kind="primary" pending={isFetching} onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </NarrowPage>
    )
  if (profile === null) {
    const state: unknown = location.state
    return <Navigate to={loginPath(location)} state={state} replace />
  }
  const due = profile.secondFactorBy
  if (due !== undefined && due <= api.time.now() && !setUpPath.test(location.pathname))
    return <Navigate to="/account/profile" replace />
  if (atLeast(profile.role, role)) return <Outlet context={context} />
  return (
    <NarrowPage titleId="guard" title={t('guard.title')} lead={t('guard.text', { role: t(`role.${role}`) })}>
      <LinkButton kind="primary" to="/">
        {t('common.toHome')}
      </LinkButton>
      <LinkButton to={loginPath(location)}>{t('guard.switch')}</LinkButton>
    </NarrowPage>
  )
}
