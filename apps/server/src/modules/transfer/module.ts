import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { createCopy } from './copy.ts'
import { createExport } from './export.ts'
import { createImport } from './import.ts'
import { transferRoutes } from './routes.ts'
import { createExportStore } from './store-export.ts'
import { createImportStore } from './store-import.ts'

type Parts =
  | 'audit'
  | 'clock'
  | 'db'
  | 'files'
  | 'freezing'
  | 'journal'
  | 'ledger'
  | 'temporary'
  | 'translator'
  | 'vault'
  | 'zipReader'
  | 'zipWriter'

export const transferModule = (core: Pick<Core, Parts>, leastCpu: number): Module => {
  const [source, store] = [createExportStore(core.db), createImportStore(core.db)]
  return {
    routes: transferRoutes(
      createExport(core, source),
      createCopy(core, source, store),
      createImport(core, store, leastCpu),
    ),
  }
}
