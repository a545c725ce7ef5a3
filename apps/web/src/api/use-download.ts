import type { Route } from '@pennant/contract/route'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToasts } from '../ui/toast-store.ts'
import { useApi } from './context.ts'
import { download } from './download.ts'
import { useProblemText } from './problem-text.ts'

/** Downloads one at a time, and says so while it takes and what became of it. */
export const useDownload = () => {
  const { t } = useTranslation('desk')
  const api = useApi()
  const toasts = useToasts()
  const problemText = useProblemText()
  const [pending, setPending] = useState(false)
  const [share, setShare] = useState<number | null>(null)
  const controller = useRef<AbortController | null>(null)

  const start = async (
    route: Route,
    input: { params?: unknown; query?: unknown; name: string },
  ): Promise<void> => {
    if (controller.current !== null) return
    const giveUp = new AbortController()
    controller.current = giveUp
    setPending(true)
    setShare(null)
    const id = toasts.show({ tone: 'pending', title: t('download.started'), text: input.name })
    try {
      const text = await download(api, route, { ...input, signal: giveUp.signal, onProgress: setShare })
      toasts.show({ id, tone: 'good', title: t('download.done'), text })
    } catch (error) {
      if (giveUp.signal.aborted) toasts.close(id)
      else
        toasts.show({
          id,
          tone: 'danger',
          title: t('download.failed'),
          text: problemText(error),
          closesAfterMs: null,
        })
    } finally {
      controller.current = null
      setPending(false)
    }
  }
  return { start, pending, share, cancel: (): void => controller.current?.abort() }
}
