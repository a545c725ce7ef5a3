import * as wire from '@pennant/contract/transfer'
import { bind, type BoundRoute } from '../../http/bind.ts'
import type { Copy } from './copy.ts'
import type { Export } from './export.ts'
import type { Import } from './import.ts'

export const transferRoutes = (exporting: Export, copying: Copy, importing: Import): BoundRoute[] => [
  bind(wire.exportGame, (call) =>
    exporting(call.params.id, call.query.format ?? wire.usualPackageFormat, call),
  ),
  bind(wire.copyGame, (call) => copying(call.params.id, call.body, call)),
  bind(wire.importGame, async (call) => (await importing('transfer.import', call.uploadedFiles(), call)).id),
  bind(wire.importGameWithReport, (call) =>
    importing('transfer.importWithReport', call.uploadedFiles(), call),
  ),
]
