import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { cleanCache } from './clean-cache.ts'
import type { ShowErrorScreen } from './error-screen.ts'

/** What a page, or even the frame around it, could not survive. */
export const ErrorPage = () => {
  const { language } = useTranslation().i18n
  const error = useRouteError()
  const navigate = useNavigate()
  const location = useLocation()
  const queries = useQueryClient()
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // Whoever watches a browser's errors must hear of this one too.
    if (error instanceof Error) reportError(error)
  }, [error])

  useEffect(() => {
    const show: ShowErrorScreen = window.showErrorScreen
    if (place.current !== null)
      show(place.current, error, {
        retry: () => {
          // What failed may have been an answer: it has to be asked for again.
          void queries.resetQueries()
          void navigate(location, { replace: true })
        },
        cleanCache: () => void cleanCache(queries),
      })
    // The screen speaks the language of the document, which a switch changes.
  }, [error, language, location, navigate, queries])

  return <div ref={place} />
}
