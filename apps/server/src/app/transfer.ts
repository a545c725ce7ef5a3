import { tenthsOf } from '@pennant/rules/challenge/cores'
import type { Config } from '../config/schema.ts'
import type { Bound } from '../http/bind.ts'
import type { Files } from '../core/file/files.ts'
import { newGameKeys } from '../core/game/keys.ts'
import type { Vault } from '../core/setting/vault.ts'
import { createCopy } from '../modules/transfer/copy.ts'
import { createExport } from '../modules/transfer/export.ts'
import { createImport } from '../modules/transfer/import.ts'
import type { ImportWords } from '../modules/transfer/import-report.ts'
import { newInviteCode } from '../modules/transfer/new-code.ts'
import { transferRoutes } from '../modules/transfer/routes.ts'
import { createExportStore } from '../modules/transfer/store-export.ts'
import { createImportStore } from '../modules/transfer/store-import.ts'
import type { GameLedger } from '../core/game/change.ts'
import type { Journal } from '../telemetry/journal.ts'
import type { Adapters } from './adapters.ts'

type Needs = {
  services: Pick<Adapters, 'db' | 'clock' | 'zipReader' | 'zipWriter'>
  journal: Journal
  ledger: Pick<GameLedger, 'advance' | 'announce'>
  files: Files
  vault: Vault
  words: ImportWords
  temporary: string
  config: Pick<Config, 'containerProvider'>
}

/** Games that leave as packages, come from them, or are made of others. */
export const wireTransfer = ({
  services,
  journal,
  ledger,
  files,
  vault,
  words,
  temporary,
  config,
}: Needs): Bound[] => {
  const { db, clock, zipReader, zipWriter } = services
  const [source, store] = [createExportStore(db), createImportStore(db)]
  const making = { store, ledger, files, newKeys: () => newGameKeys(vault), clock, journal }
  const leastCpu = tenthsOf(config.containerProvider.leastCpu)
  return transferRoutes({
    exporting: createExport({ store: source, files, zip: zipWriter, clock, journal }),
    copying: createCopy({ ...making, source, newCode: newInviteCode }),
    importing: createImport({ ...making, zip: zipReader, words, temporary, leastCpu }),
  })
}
