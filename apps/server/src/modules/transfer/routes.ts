import * as wire from '@pennant/contract/transfer'
import { bind, type Bound } from '../../http/bind.ts'
import type { Export } from './export.ts'
import type { Import } from './import.ts'

type Needs = { exporting: Export; importing: Import }

export const transferRoutes = ({ exporting, importing }: Needs): Bound[] => [
  bind(wire.exportGame, (call) => exporting(call.params.id, call)),
  bind(wire.importGame, (call) => importing(call.uploadedFiles(), call)),
]
