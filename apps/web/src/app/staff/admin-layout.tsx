import { useTranslation } from 'react-i18next'
import { Navigate, Outlet } from 'react-router'
import { useApi } from '../../api/context.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { StaffFrame } from './staff-frame.tsx'

export const AdminLayout = () => {
  const { t } = useTranslation('staff')
  const { supported } = useApi().extensions
  return (
    <StaffFrame
      side={
        <LinkTabs
          rail
          label={t('admin.parts')}
          tabs={[
            { to: '/admin/games', label: t('admin.games') },
            { to: '/admin/teams', label: t('admin.teams') },
            { to: '/admin/users', label: t('admin.users') },
            { to: '/admin/instances', label: t('admin.instances') },
            { to: '/admin/files', label: t('admin.files') },
            ...(supported ? [{ to: '/admin/changes', label: t('admin.changes') }] : []),
            { to: '/admin/logs', label: t('admin.logs') },
            { to: '/admin/mail', label: t('admin.mail') },
            { to: '/admin/tokens', label: t('admin.tokens') },
            { to: '/admin/settings', label: t('admin.settings') },
            { to: '/admin/status', label: t('admin.status') },
          ]}
        />
      }
    >
      <Outlet />
    </StaffFrame>
  )
}

export const FirstPage = () => <Navigate to="/admin/games" replace />
