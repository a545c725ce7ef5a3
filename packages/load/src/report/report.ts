import type { Bottleneck } from '@pennant/rules/rehearsal/bottleneck'
import type { Comparison } from '@pennant/rules/rehearsal/compare'
import type { RehearsalFigures, RehearsalSize } from '@pennant/rules/rehearsal/figures'
import type { Shortfall, Verdict } from '@pennant/rules/rehearsal/verdict'

/** As JSON, it is written as it is. */
export type RehearsalReport = {
  format: 1
  url: string
  /** Of the server. */
  version: string
  /** In milliseconds since 1970. */
  startedAt: number
  endedAt: number
  size: RehearsalSize
  /** The load came from the machine of the server. */
  sameMachine: boolean
  figures: RehearsalFigures
  verdict: Verdict
  shortfalls: readonly Shortfall[]
  bottleneck: Bottleneck | null
  before: (Comparison & { startedAt: number }) | null
}
