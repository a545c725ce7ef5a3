import { adminVerbs } from './admin.ts'
import { adminTokenVerbs } from './admin-token.ts'
import { configVerbs } from './config.ts'
import { createHelp } from './help.ts'
import { migrateVerbs } from './migrate.ts'
import type { Verbs } from './verb.ts'
import { version } from './version.ts'

/** All but `start`, which is no command that ends. One line for each family. */
export const verbs: Verbs = {
  ...adminVerbs,
  ...adminTokenVerbs,
  ...migrateVerbs,
  ...configVerbs,
  version,
  help: createHelp(() => verbs),
}
