import type { ChallengeSummary } from '@pennant/contract/challenge'
import type { PointerEvent } from 'react'
import type { RowKey } from '../../../ui/table/column.ts'

export type ListProps = {
  game: number
  challenges: readonly ChallengeSummary[]
  /** Only if all are listed, in the order of the game. */
  movable: boolean
  onMove: (id: number, by: 1 | -1) => void
  onGrip: (index: number, event: PointerEvent) => void
  chosen: ReadonlySet<RowKey>
  onChoose: (chosen: ReadonlySet<RowKey>) => void
  isPending: (id: number) => boolean
  onEnable: (challenge: ChallengeSummary, enabled: boolean) => void
}
