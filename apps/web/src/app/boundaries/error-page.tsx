import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { ErrorScreen } from '../../ui/error-screen.tsx'
import { cleanCache } from './clean-cache.ts'

/** What a page, or even the frame around it, could not survive. */
export const ErrorPage = () => {
  const { t } = useTranslation()
  const error = useRouteError()
  const navigate = useNavigate()
  const location = useLocation()
  const queries = useQueryClient()

  useEffect(() => {
    // Whoever watches a browser's errors must hear of this one too.
    if (error instanceof Error) reportError(error)
  }, [error])

  return (
    <ErrorScreen
      words={{
        title: t('error.title'),
        stack: t('error.stack'),
        hint: t('error.hint'),
        retry: t('common.retry'),
        cleanCache: t('error.cleanCache'),
      }}
      message={error instanceof Error ? error.message : String(error)}
      stack={error instanceof Error ? (error.stack ?? '') : ''}
      onRetry={() => void navigate(location, { replace: true })}
      onCleanCache={() => void cleanCache(queries)}
    />
  )
}
