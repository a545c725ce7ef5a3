import type { DeclaredMigration } from './kind.ts'
import { accounts } from './0001-accounts.ts'
import { games } from './0002-games.ts'
import { ledger } from './0003-ledger.ts'
import { claims } from './0004-claims.ts'
import { instanceLease } from './0005-instance-lease.ts'
import { leases } from './0006-leases.ts'
import { watch } from './0007-watch.ts'
import { order } from './0008-order.ts'
import { desk } from './0009-desk.ts'
import { signedSessions } from './0010-signed-sessions.ts'
import { repeats } from './0011-repeats.ts'
import { letters } from './0012-letters.ts'
import { registrations } from './0013-registrations.ts'
import { unlisted } from './0014-unlisted.ts'
import { names } from './0015-names.ts'
import { signedTeamText } from './0016-signed-team-text.ts'
import { instanceEnd } from './0018-instance-end.ts'
import { containerChoices } from './0019-container-choices.ts'
import { userPortions } from './0020-user-portions.ts'
import { freeze } from './0021-freeze.ts'
import { audit } from './0022-audit.ts'
import { requestId } from './0023-request-id.ts'
import { adjustment } from './0024-adjustment.ts'
import { challengeLabels } from './0025-challenge-labels.ts'
import { results } from './0026-results.ts'
import { secondFactor } from './0027-second-factor.ts'
import { processLoad } from './0028-process-load.ts'
import { rehearsal } from './0029-rehearsal.ts'
import { wrongCodes } from './0030-wrong-codes.ts'
import { factorLanguage } from './0031-factor-language.ts'
import { rehearsalLease } from './0032-rehearsal-lease.ts'

/** In order; a released name never changes. */
export const migrations: Readonly<Record<string, DeclaredMigration>> = {
  '0001-accounts': accounts,
  '0002-games': games,
  '0003-ledger': ledger,
  '0004-claims': claims,
  '0005-instance-lease': instanceLease,
  '0006-leases': leases,
  '0007-watch': watch,
  '0008-order': order,
  '0009-desk': desk,
  '0010-signed-sessions': signedSessions,
  '0011-repeats': repeats,
  '0012-letters': letters,
  '0013-registrations': registrations,
  '0014-unlisted': unlisted,
  '0015-names': names,
  '0016-signed-team-text': signedTeamText,
  '0018-instance-end': instanceEnd,
  '0019-container-choices': containerChoices,
  '0020-user-portions': userPortions,
  '0021-freeze': freeze,
  '0022-audit': audit,
  '0023-request-id': requestId,
  '0024-adjustment': adjustment,
  '0025-challenge-labels': challengeLabels,
  '0026-results': results,
  '0027-second-factor': secondFactor,
  '0028-process-load': processLoad,
  '0029-rehearsal': rehearsal,
  '0030-wrong-codes': wrongCodes,
  '0031-factor-language': factorLanguage,
  '0032-rehearsal-lease': rehearsalLease,
}
