import { useNavigate } from 'react-router'
import { MailLinkPage } from '../../features/account/pages/mail-link-page.tsx'
import { useAccountPaths } from '../../features/account/use-account-paths.ts'
import { withNotice } from '../notice.ts'

export const Component = () => {
  const navigate = useNavigate()
  const { destination } = useAccountPaths()
  return (
    <MailLinkPage
      kind="verify"
      onDone={() => void navigate(destination, { replace: true, state: withNotice('addressConfirmed') })}
    />
  )
}
