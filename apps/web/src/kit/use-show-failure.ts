import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../api/problem.ts'
import { useToasts } from '../ui/toast-store.ts'
import { useProblemText } from './problem-text.ts'

export const tooManyRequests = 429

export const useShowFailure = (): ((error: unknown) => void) => {
  const { t } = useTranslation()
  const toasts = useToasts()
  const problemText = useProblemText()
  return (error) => {
    const asksTooOften = error instanceof ApiProblem && error.status === tooManyRequests
    const title = t(asksTooOften ? 'common.error.try_later' : 'common.error.encountered')
    // One message, however many calls are refused.
    toasts.show({ ...(asksTooOften ? { id: title } : {}), tone: 'danger', title, text: problemText(error) })
  }
}
