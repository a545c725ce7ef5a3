import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../api/problem.ts'
import classes from './request-id.module.css'

/** What operators find a failed request by, if the server named it. */
export const RequestId = ({ error }: { error: unknown }) => {
  const { t } = useTranslation()
  if (!(error instanceof ApiProblem) || error.requestId === null) return null
  return (
    <p>
      {t('common.requestId')}: <code className={classes.id}>{error.requestId}</code>
    </p>
  )
}
