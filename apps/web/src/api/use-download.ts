import type { Route } from '@pennant/contract/route'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToasts } from '../ui/toast-store.ts'
import { download } from './download.ts'
import { useProblemText } from './problem-text.ts'

/** Downloads one at a time, and says so while it takes and what became of it. */
export const useDownload = () => {
  const { t } = useTranslation()
  const toasts = useToasts()
  const problemText = useProblemText()
  const [pending, setPending] = useState(false)

  const start = async (
    route: Route,
    input: { params?: unknown; query?: unknown; name: string },
  ): Promise<void> => {
    if (pending) return
    setPending(true)
    const id = toasts.show({ tone: 'pending', title: t('download.started'), text: input.name })
    try {
      await download(route, input)
      toasts.show({ id, tone: 'good', title: t('download.done'), text: input.name })
    } catch (error) {
      toasts.show({
        id,
        tone: 'danger',
        title: t('download.failed'),
        text: problemText(error),
        closesAfterMs: null,
      })
    } finally {
      setPending(false)
    }
  }
  return { start, pending }
}
