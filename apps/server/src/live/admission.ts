import type { Room } from './live.ts'

export const hubNames = ['user', 'monitor', 'admin'] as const
export type HubName = (typeof hubNames)[number]

export type AdmissionRequest = {
  hub: HubName
  /** Null when the query names no possible game. */
  game: number | null
  /** Without secrets; names in lower case. */
  query: ReadonlyMap<string, string>
  cookie: string | null
  secure?: true
  /** From `Authorization: Bearer` only: logs would keep a token in the query. */
  bearer: string | null
  address: string
}

export type Admission = {
  rooms: readonly Room[]
  /** The id of a user or an API token; null when the admission depends on neither. */
  subject: string | null
  /** It is asked for again by then, at the latest. */
  holdsForMs?: number
}

/** Null refuses. Throws when it can't decide: the client then tries again later. */
export type Admit = (request: AdmissionRequest) => Promise<Admission | null>
