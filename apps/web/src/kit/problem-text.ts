import { useTranslation } from 'react-i18next'
import { ApiProblem, type ProblemKind } from '../api/problem.ts'

const displayed = new WeakSet<object>()

// A failure that a page displays needs no toast.
const noteDisplayed = (error: unknown): void => {
  if (typeof error === 'object' && error !== null) displayed.add(error)
}

export const isDisplayed = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && displayed.has(error)

const labels = {
  refused: 'common.error.unknown',
  unreachable: 'common.error.unreachable',
  late: 'common.error.late',
  unreadable: 'common.error.unreadable',
  insecure: 'common.error.insecure',
} as const satisfies Record<ProblemKind, string>

const tooMany = 429
const unavailable = 503

export const useProblemText = (): ((error: unknown) => string) => {
  const { t } = useTranslation()
  const waitText = ({ status, retryAfterMs }: ApiProblem): string | null => {
    if (retryAfterMs === null || (status !== tooMany && status !== unavailable)) return null
    const count = Math.max(1, Math.ceil(retryAfterMs / 1_000))
    return t(status === tooMany ? 'common.error.try_in' : 'common.error.away_in', { count })
  }
  return (error) => {
    noteDisplayed(error)
    if (!(error instanceof ApiProblem)) return t('common.error.unknown')
    const text = error.title ?? t(labels[error.kind])
    // The server's other texts say how long.
    return error.title === null || error.is('server.unavailable') ? (waitText(error) ?? text) : text
  }
}
