import type { Change } from '@pennant/contract/audit'
import { seesPersonalData } from '@pennant/contract/scope'
import type { Principal } from '../../core/identity/caller.ts'
import type { AuditRow } from './store.ts'

/** Of what is sealed only the names are shown, and addresses only to callers who see personal data. */
export const presentChange = (row: AuditRow, caller: Principal): Change => ({
  time: row.time.getTime(),
  user: row.actor_name,
  address: seesPersonalData(caller) ? row.address : null,
  action: row.action,
  object: row.object,
  name: row.object_name ?? row.user_name,
  before: { ...row.before },
  after: { ...row.after },
  sealed: [...new Set([...Object.keys(row.sealed?.before ?? {}), ...Object.keys(row.sealed?.after ?? {})])],
  reason: row.reason,
})

export const presentDetailedChange = (row: AuditRow, caller: Principal): Change => ({
  ...presentChange(row, caller),
  id: row.id,
  ...(row.there === null ? {} : { gone: !row.there }),
  gameId: row.game_id,
  userId: row.actor_id,
  tokenId: row.token_id,
  requestId: row.request_id,
  undoes: row.undoes,
  undoneBy: row.undone_by,
})
