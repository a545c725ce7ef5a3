import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../../../api/problem.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'

type Props = { error: unknown }

export const SetupRefusal = ({ error }: Props) => {
  const { t } = useTranslation()
  const problemText = useProblemText()
  if (error instanceof ApiProblem && error.is('setup.tokenWrong'))
    return (
      <Callout tone="danger" title={t('setup.tokenWrong.title')} alert>
        <p>{t('setup.tokenWrong.next')}</p>
      </Callout>
    )
  if (error instanceof ApiProblem && error.is('setup.done'))
    return (
      <Callout tone="caution" title={t('setup.done.title')} alert>
        <p>{t('setup.done.text')}</p>
        <LinkButton size="small" to="/account/login">
          {t('account.logIn')}
        </LinkButton>
      </Callout>
    )
  return <Callout tone="danger" title={problemText(error)} alert />
}
