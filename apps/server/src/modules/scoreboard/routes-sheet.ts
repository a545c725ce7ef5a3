import * as wire from '@pennant/contract/scoreboard'
import { bind, type Bound } from '../../http/bind.ts'
import type { ScoreboardSheet } from './sheet.ts'

export const scoreboardSheetRoutes = (sheet: ScoreboardSheet): Bound[] => [
  bind(wire.scoreboardSheet, ({ params, principal, language }) => sheet.make(params.id, principal, language)),
]
