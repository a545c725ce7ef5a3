import type { Fault } from './fault.ts'
import type { Found } from './find-setting.ts'

export type Given = Found & {
  /** Null: it can't be read, for which there is a fault already. */
  readonly raw: string | readonly string[] | null
  readonly source: string
}

export type Environment = { readonly [name: string]: string | undefined }

export type ReadFile = (path: string) => string

export type Notes = { readonly faults: Fault[]; readonly warnings: string[] }
