import { useNavigate, useSearchParams } from 'react-router'
import { MailLinkPage } from '../../features/account/pages/mail-link-page.tsx'
import { withNotice } from '../notice.ts'

export const Component = () => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return (
    <MailLinkPage
      kind="verify"
      token={search.get('token')}
      email={search.get('email')}
      onDone={() => void navigate('/', { replace: true, state: withNotice('addressConfirmed') })}
    />
  )
}
