import type { ChallengeSummary } from '@pennant/contract/challenge'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../kit/problem-text.ts'
import { useToasts } from '../../ui/toast-store.ts'
import { moved, ordered } from './challenge-list.ts'
import type { ChallengeEditing } from './use-challenge-editing.ts'

/** Changes show immediately; those made during a save are saved together. */
export const useOrder = (saved: readonly ChallengeSummary[], editing: ChallengeEditing) => {
  const { t } = useTranslation('organise')
  const toasts = useToasts()
  const problemText = useProblemText()
  const [wished, setWished] = useState<readonly number[] | null>(null)
  const waiting = useRef<number[] | null>(null)
  const underWay = useRef(false)
  const challenges = wished === null ? [...saved] : ordered(saved, wished)

  const save = async (): Promise<void> => {
    if (underWay.current) return
    underWay.current = true
    try {
      while (waiting.current !== null) {
        const ids = waiting.current
        waiting.current = null
        await editing.order(ids)
      }
    } catch (error) {
      waiting.current = null
      toasts.show({ tone: 'danger', title: t('challenges.orderFailed'), text: problemText(error) })
    }
    // The server's order wins.
    await editing.refreshList()
    underWay.current = false
    if (waiting.current === null) setWished(null)
    else await save()
  }

  return {
    challenges,
    saving: wished !== null,
    move(id: number, to: number): void {
      const ids = moved(
        challenges.map((one) => one.id),
        id,
        to,
      )
      setWished(ids)
      waiting.current = ids
      void save()
    },
  }
}
