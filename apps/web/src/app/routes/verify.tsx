import { useNavigate } from 'react-router'
import { MailLinkPage } from '../../features/account/pages/mail-link-page.tsx'
import { withNotice } from '../notice.ts'

export const Component = () => {
  const navigate = useNavigate()
  return (
    <MailLinkPage
      kind="verify"
      onDone={() => void navigate('/', { replace: true, state: withNotice('addressConfirmed') })}
    />
  )
}
