import { adminVerbs } from './admin.ts'
import { adminTokenVerbs } from './admin-token.ts'
import { backupVerbs } from './backup.ts'
import { composeSecrets } from './compose-secrets.ts'
import { configVerbs } from './config.ts'
import { dockerProxy } from './docker-proxy.ts'
import { doctor } from './doctor.ts'
import { createHelp, version } from './help.ts'
import { migrateVerbs } from './migrate.ts'
import { moveIn } from './move-in.ts'
import { rehearseVerbs } from './rehearse.ts'
import { restoreVerbs } from './restore.ts'
import type { Verbs } from './verb.ts'

/** All but `start`, which is the whole server. One line for each family. */
export const verbs: Verbs = {
  ...adminVerbs,
  ...adminTokenVerbs,
  doctor,
  ...migrateVerbs,
  ...configVerbs,
  ...backupVerbs,
  ...restoreVerbs,
  ...rehearseVerbs,
  'move-in': moveIn,
  'compose-secrets': composeSecrets,
  'docker-proxy': dockerProxy,
  version,
  help: createHelp(() => verbs),
}
