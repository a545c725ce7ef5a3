import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Solve } from '../board.ts'

export type SolveLabel = (solve: Pick<Solve, 'bloodRank' | 'points' | 'later'>) => string

const labels = ['challenge.solved', 'blood.first', 'blood.second', 'blood.third'] as const

/** Cached, because thousands of cells share a few texts. */
export const useSolveLabel = (): SolveLabel => {
  const { t } = useTranslation('play')
  return useMemo(() => labelsIn(t), [t])
}

const labelsIn = (t: TFunction<'play'>): SolveLabel => {
  const texts = new Map<string, string>()
  return ({ bloodRank, points, later }) => {
    const key = `${bloodRank} ${points} ${later}`
    const known = texts.get(key)
    if (known !== undefined) return known
    const parts = [t(labels[bloodRank]), t('challenge.points', { count: points })]
    const label = [...parts, ...(later ? [t('freeze.later')] : [])].join(', ')
    texts.set(key, label)
    return label
  }
}
