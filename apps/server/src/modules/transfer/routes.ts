import * as wire from '@pennant/contract/transfer'
import { bind, type BoundRoute } from '../../http/bind.ts'
import type { Core } from '../../core/core.ts'
import { createCopy } from './copy.ts'
import { createExport } from './export.ts'
import { createImport, type ImportParts } from './import.ts'

export const transferRoutes = (core: Pick<Core, ImportParts>, leastCpu: number): BoundRoute[] => {
  const exporting = createExport(core)
  const copying = createCopy(core)
  const importing = createImport(core, leastCpu)
  return [
    bind(wire.exportGame, (call) =>
      exporting(call.params.id, call.query.format ?? wire.usualPackageFormat, call),
    ),
    bind(wire.copyGame, (call) => copying(call.params.id, call.body, call)),
    bind(
      wire.importGame,
      async (call) => (await importing('transfer.import', call.uploadedFiles(), call)).id,
    ),
    bind(wire.importGameWithReport, (call) =>
      importing('transfer.importWithReport', call.uploadedFiles(), call),
    ),
  ]
}
