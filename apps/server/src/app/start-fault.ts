import { StorageFault } from '../adapters/blob/storage.ts'
import { StartFault } from '../kit/start-fault.ts'
import { NewerSchema } from '../adapters/sql/migrate.ts'
import { ConfigFault } from '../config/fault.ts'

export const isStartFault = (error: unknown): error is Error =>
  [StartFault, ConfigFault, NewerSchema, StorageFault].some((kind) => error instanceof kind)
