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

export const useProblemText = (): ((error: unknown) => string) => {
  const { t } = useTranslation()
  return (error) => {
    noteDisplayed(error)
    return error instanceof ApiProblem ? (error.title ?? t(labels[error.kind])) : t('common.error.unknown')
  }
}
