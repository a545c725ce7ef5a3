import type { LoadedEvent } from './loader/loaded-event.ts'
import type { Site } from './site.ts'
import { addressOf, comingFrom } from './workers/address.ts'

export type Caller = { cookie: string; headers: Record<string, string> }

export const callerOf = (loaded: LoadedEvent, user: number, site: Site): Caller => ({
  cookie: loaded.cookie(user, site),
  headers: site.secure ? comingFrom(addressOf(user)) : {},
})
