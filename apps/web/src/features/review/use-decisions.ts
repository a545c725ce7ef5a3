import type { ParticipationInfo } from '@pennant/contract/participation'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { useProblemText } from '../../kit/problem-text.ts'
import { useToasts } from '../../ui/toast-store.ts'
import { type Change, decideAll, decideOne, type Refused } from './decide.ts'

export type Progress = { done: number; total: number; running: boolean; refused: readonly Refused[] }

export const useDecisions = (game: number) => {
  const { t } = useTranslation('organise')
  const api = useApi()
  const queries = useQueryClient()
  const toasts = useToasts()
  const problemText = useProblemText()
  const [progress, setProgress] = useState<Progress | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const start = async (participations: readonly ParticipationInfo[], change: Change): Promise<void> => {
    if (controller.current !== null || participations.length === 0) return
    const { signal } = (controller.current = new AbortController())
    const total = participations.length
    let done = 0
    const tell = (now: number): void => {
      done = now
      setProgress({ done, total, running: true, refused: [] })
    }
    tell(0)
    let refused: readonly Refused[] = []
    try {
      const [only] = participations
      if (total === 1 && only !== undefined) {
        await decideOne(api, only, change)
        done = 1
      } else refused = await decideAll({ api, game, tell, signal }, participations, change)
      const changed = done - refused.length
      if (changed > 0)
        toasts.show({
          tone: 'good',
          title: t('review.changed', { count: changed }),
          ...(total === 1 && only !== undefined ? { text: only.team.name } : {}),
        })
    } catch (error) {
      if (!signal.aborted)
        toasts.show({
          tone: 'danger',
          title: t('review.failedToDecide'),
          text: problemText(error),
          closesAfterMs: null,
        })
    } finally {
      controller.current = null
      setProgress(refused.length === 0 ? null : { done, total, running: false, refused })
      await queries.invalidateQueries({ queryKey: ['review', game, 'participations'] })
    }
  }
  return {
    progress,
    start,
    stop: (): void => controller.current?.abort(),
    forget: (): void => setProgress(null),
  }
}
