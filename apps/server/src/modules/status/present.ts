import type { SystemStatus } from '@pennant/contract/status'
import type { ProcessRow } from '../../ports/tables/status.ts'

export const presentProcess = (row: ProcessRow): SystemStatus['processes'][number] => ({
  id: row.id,
  elected: row.elected,
  startedAt: row.started_at.getTime(),
  memoryMb: row.memory_mb,
  loopDelayMs: row.loop_delay_ms,
  hubClients: row.hub_clients,
  ...(row.load === null ? {} : { load: row.load }),
})
