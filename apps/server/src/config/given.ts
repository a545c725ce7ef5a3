import type { Fault } from './fault.ts'
import type { Setting } from './setting.ts'

/** One value that somebody gave for one setting. */
export type Given = {
  readonly path: readonly string[]
  readonly setting: Setting
  /** Which of the setting's names was used. */
  readonly spelling: string
  /** The place in a list that is given part by part. */
  readonly index: number | null
  /** Null when it was given but could not be fetched, of which a fault tells already. */
  readonly raw: string | readonly string[] | null
  readonly source: string
}

export type Environment = { readonly [name: string]: string | undefined }

/** The text of a file; throws when it cannot be read. */
export type ReadFile = (path: string) => string

/** What is found out on the way; all faults are told at once at the end. */
export type Notes = { readonly faults: Fault[]; readonly warnings: string[] }
