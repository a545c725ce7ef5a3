import { useTranslation } from 'react-i18next'
import { useToasts } from '../ui/toast-store.ts'
import { useProblemText } from './problem-text.ts'

export const useFileNotice = (): ((
  name: string,
  make: () => Promise<string>,
  signal?: AbortSignal,
) => Promise<void>) => {
  const { t } = useTranslation('staff')
  const toasts = useToasts()
  const problemText = useProblemText()
  return async (name, make, signal) => {
    const id = toasts.show({ tone: 'pending', title: t('common.download.started'), text: name })
    try {
      toasts.show({ id, tone: 'good', title: t('common.download.done'), text: await make() })
    } catch (error) {
      if (signal?.aborted === true) toasts.close(id)
      else
        toasts.show({
          id,
          tone: 'danger',
          title: t('common.download.failed'),
          text: problemText(error),
          closesAfterMs: null,
        })
    }
  }
}
