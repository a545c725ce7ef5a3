import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { cleanCache } from './clean-cache.ts'
import type { ShowErrorScreen } from './error-screen.ts'

export const ErrorPage = () => {
  const { language } = useTranslation().i18n
  const error = useRouteError()
  const navigate = useNavigate()
  const location = useLocation()
  const queries = useQueryClient()
  const container = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (error instanceof Error) reportError(error)
  }, [error])

  useEffect(() => {
    const show: ShowErrorScreen = window.showErrorScreen
    if (container.current !== null)
      show(container.current, error, {
        retry: () => {
          // The failure may come from an answer: ask for all of them again.
          void queries.resetQueries()
          void navigate(location, { replace: true })
        },
        cleanCache: () => void cleanCache(queries),
      })
    // The screen takes the document's language, which a switch changes.
  }, [error, language, location, navigate, queries])

  return <div ref={container} />
}
