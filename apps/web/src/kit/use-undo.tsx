import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { useToasts } from '../ui/toast-store.ts'
import { useShowFailure } from './use-show-failure.ts'

const offeredMs = 12_000

type Offer = {
  done: string
  text?: string
  undone?: string | undefined
  /** With the tag that the act was answered with. False: it has reported its own failure. */
  undo: () => Promise<unknown>
}

export const useUndo = (): ((offer: Offer) => void) => {
  const { t } = useTranslation('staff')
  const toasts = useToasts()
  const showFailure = useShowFailure()
  return ({ done, text, undone = text, undo }) => {
    const takeBack = async (id: string): Promise<void> => {
      toasts.close(id)
      try {
        if ((await undo()) === false) return
        toasts.show({
          tone: 'good',
          title: t('undo.done'),
          ...(undone === undefined ? {} : { text: undone }),
        })
      } catch (error) {
        if (error instanceof ApiProblem && error.is('edit.conflict'))
          toasts.show({
            tone: 'danger',
            title: t('undo.failed'),
            text: t('undo.conflict'),
            closesAfterMs: null,
          })
        else showFailure(error)
      }
    }
    const id = toasts.show({
      tone: 'good',
      title: done,
      ...(text === undefined ? {} : { text }),
      closesAfterMs: offeredMs,
      action: (
        <Button size="small" onClick={() => void takeBack(id)}>
          {t('undo.act')}
        </Button>
      ),
    })
  }
}
