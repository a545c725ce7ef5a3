import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { sessionQuery, useLogout } from '../queries.ts'
import { loginPath } from '../return-path.ts'
import classes from './account-bar.module.css'

type Props = {
  onLoggedOut: () => void
  onFailed: (error: unknown) => void
}

/** Who is logged in, and the way out; or the way in. */
export const AccountBar = ({ onLoggedOut, onFailed }: Props) => {
  const { t } = useTranslation()
  const location = useLocation()
  const { data: profile, isError, isFetching, refetch } = useQuery(sessionQuery(useApi()))
  const logout = useLogout()

  // Nobody knows yet who this is; where the question failed it can be asked again.
  if (profile === undefined)
    return isError ? (
      <Button size="small" pending={isFetching} onClick={() => void refetch()}>
        {t('common.retry')}
      </Button>
    ) : null
  if (profile === null)
    return (
      <LinkButton size="small" icon={<Icon name="enter" />} to={loginPath(location)}>
        {t('account.logIn')}
      </LinkButton>
    )
  return (
    <div className={classes.bar}>
      <span className={classes.name} title={profile.userName}>
        {profile.userName}
      </span>
      <Button
        size="small"
        icon={<Icon name="leave" />}
        collapses
        pending={logout.isPending}
        onClick={() => logout.mutate(undefined, { onSuccess: onLoggedOut, onError: onFailed })}
      >
        {t('account.logOut')}
      </Button>
    </div>
  )
}
