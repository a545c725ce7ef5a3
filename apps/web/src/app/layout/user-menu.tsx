import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useApi } from '../../api/context.ts'
import { useProblemText } from '../../api/problem-text.ts'
import { sessionQuery } from '../../api/session.ts'
import { useLogout } from '../../features/account/queries.ts'
import { loginPath } from '../../features/account/return-path.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MenuItem } from '../../ui/menu-item.tsx'
import { cleanCache } from '../boundaries/clean-cache.ts'
import { withNotice } from '../notice.ts'
import { entries } from './main-nav.tsx'
import classes from './user-menu.module.css'

type Props = { onFault: (fault: string | null) => void }

/** Who is logged in and what is theirs; or the way in. On a phone the ways to everywhere, too. */
export const UserMenu = ({ onFault }: Props) => {
  const { t } = useTranslation()
  const location = useLocation()
  const { data: profile, isError, isFetching, refetch } = useQuery(sessionQuery(useApi()))

  return (
    <>
      {/* Nobody knows yet who this is; where the question failed it can be asked again. */}
      {profile === undefined && isError && (
        <Button size="small" pending={isFetching} onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      )}
      {profile === null && (
        <LinkButton size="small" icon={<Icon name="enter" />} to={loginPath(location)}>
          {t('account.logIn')}
        </LinkButton>
      )}
      <Menu
        label={profile == null ? t('nav.menu') : t('nav.userMenu', { name: profile.userName })}
        trigger={
          profile == null ? (
            <Icon name="menu" />
          ) : (
            <Avatar name={profile.userName} url={profile.avatar} size={28} />
          )
        }
      >
        {(close) => <Items onFault={onFault} close={close} />}
      </Menu>
    </>
  )
}

const Items = ({ onFault, close }: Props & { close: () => void }) => {
  const { t } = useTranslation()
  const location = useLocation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const problemText = useProblemText()
  const { data: profile } = useQuery(sessionQuery(useApi()))
  const logout = useLogout()

  const leave = async (): Promise<void> => {
    // The menu is gone by the time of the answer; what is awaited here goes on.
    close()
    try {
      await logout.mutateAsync()
      onFault(null)
      await navigate(location, { replace: true, state: withNotice('loggedOut') })
    } catch (error) {
      onFault(problemText(error))
    }
  }
  return (
    <>
      {profile != null && <p className={classes.name}>{profile.userName}</p>}
      <div className={classes.ways}>
        {entries.map(({ to, text }) => (
          <MenuItem key={to} to={to} onClick={close}>
            {t(text)}
          </MenuItem>
        ))}
      </div>
      {profile != null && (
        <MenuItem icon={<Icon name="user" />} to="/account/profile" onClick={close}>
          {t('title.profile')}
        </MenuItem>
      )}
      <MenuItem icon={<Icon name="refresh" />} onClick={() => void cleanCache(queries)}>
        {t('error.cleanCache')}
      </MenuItem>
      {profile != null && (
        <MenuItem danger icon={<Icon name="leave" />} onClick={() => void leave()}>
          {t('account.logOut')}
        </MenuItem>
      )}
    </>
  )
}
