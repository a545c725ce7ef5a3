import { useTranslation } from 'react-i18next'
import { ApiProblem, type ProblemKind } from '../api/problem.ts'

const told = new WeakSet<object>()

// A failure told in place isn't told in the corner as well.
const noteTold = (error: unknown): void => {
  if (typeof error === 'object' && error !== null) told.add(error)
}

export const isTold = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && told.has(error)

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
    noteTold(error)
    return error instanceof ApiProblem ? (error.title ?? t(labels[error.kind])) : t('common.error.unknown')
  }
}
