import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useApi } from '../../api/context.ts'
import { sessionQuery, useIs } from '../../api/queries/session.ts'
import { useProblemText } from '../../kit/problem-text.ts'
import { loginPath } from '../../kit/return-path.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MenuItem } from '../../ui/menu-item.tsx'
import { cleanCache } from '../boundaries/clean-cache.ts'
import { useShowOverlay } from '../overlay.ts'
import { entries } from './main-nav.tsx'
import { useLogoutAction } from './use-logout-action.ts'
import classes from './user-menu.module.css'
import { Name } from '../../ui/name.tsx'

type Props = { onFault: (fault: string | null) => void }

export const UserMenu = ({ onFault }: Props) => {
  const { t } = useTranslation()
  const location = useLocation()
  const { data: profile, isError, isFetching, refetch } = useQuery(sessionQuery(useApi()))

  return (
    <>
      {/* The visitor is not known yet; a question that failed can be asked again. */}
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
  const queries = useQueryClient()
  const problemText = useProblemText()
  const show = useShowOverlay()
  const { data: profile } = useQuery(sessionQuery(useApi()))
  const administrates = useIs('Admin')
  const logOut = useLogoutAction({
    onLoggedOut: () => onFault(null),
    onFailed: (error) => onFault(problemText(error)),
  })

  return (
    <>
      {profile != null && (
        <p className={classes.name}>
          <Name>{profile.userName}</Name>
        </p>
      )}
      <div className={classes.links}>
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
      {administrates && (
        <MenuItem icon={<Icon name="gear" />} to="/admin" onClick={close}>
          {t('title.admin')}
        </MenuItem>
      )}
      {(
        [
          ['palette', 'search', 'menu.commands'],
          ['keys', 'keyboard', 'menu.keys'],
          ['color', 'paint', 'menu.color'],
        ] as const
      ).map(([overlay, icon, text]) => (
        <MenuItem
          key={overlay}
          icon={<Icon name={icon} />}
          onClick={() => {
            close()
            show(overlay)
          }}
        >
          {t(text)}
        </MenuItem>
      ))}
      <MenuItem icon={<Icon name="refresh" />} onClick={() => void cleanCache(queries)}>
        {t('error.cleanCache')}
      </MenuItem>
      {profile != null && (
        <MenuItem
          danger
          icon={<Icon name="leave" />}
          onClick={() => {
            close()
            void logOut()
          }}
        >
          {t('account.logOut')}
        </MenuItem>
      )}
    </>
  )
}
