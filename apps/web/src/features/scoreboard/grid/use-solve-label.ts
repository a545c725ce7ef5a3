import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Solve } from '../board.ts'

export type SolveLabel = (solve: Pick<Solve, 'bloodRank' | 'points'>) => string

const labels = ['challenge.solved', 'blood.first', 'blood.second', 'blood.third'] as const

/** Cached, because thousands of cells share a few texts. */
export const useSolveLabel = (): SolveLabel => {
  const { t } = useTranslation('play')
  return useMemo(() => labelsIn(t), [t])
}

const labelsIn = (t: TFunction<'play'>): SolveLabel => {
  const known = new Map<string, string>()
  return ({ bloodRank, points }) => {
    const key = `${bloodRank} ${points}`
    const label = known.get(key) ?? `${t(labels[bloodRank])}, ${t('challenge.points', { count: points })}`
    known.set(key, label)
    return label
  }
}
