import type { Room } from './live.ts'

export const hubNames = ['user', 'monitor', 'admin'] as const
export type HubName = (typeof hubNames)[number]

/** What admission is decided by: taken from the request that connects, and asked again later. */
export type AdmissionRequest = {
  hub: HubName
  /** The `game` of the query, when it is a number that a game could have. */
  game: number | null
  /** All of the query but its secrets; names in lower case. */
  query: ReadonlyMap<string, string>
  /** The `Cookie` header as sent. */
  cookie: string | null
  /** The client sees the site over HTTPS. */
  secure?: true
  /** The token of `Authorization: Bearer`. One in the query, where logs would keep it, is not read. */
  bearer: string | null
  address: string
}

export type Admission = {
  rooms: readonly Room[]
  /** Whom the admission rests on: the id of the user or of the API token. Null when it rests on nobody. */
  subject: string | null
}

/** Null refuses. A failure to decide is thrown: the client is then asked to try again later. */
export type Admit = (request: AdmissionRequest) => Promise<Admission | null>
