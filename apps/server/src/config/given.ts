import type { Fault } from './fault.ts'
import type { Setting } from './setting.ts'

export type Given = {
  readonly path: readonly string[]
  readonly setting: Setting
  readonly spelling: string
  /** The index in a list that is given item by item; null otherwise. */
  readonly index: number | null
  /** Null: it can't be read, for which there is a fault already. */
  readonly raw: string | readonly string[] | null
  readonly source: string
}

export type Environment = { readonly [name: string]: string | undefined }

export type ReadFile = (path: string) => string

export type Notes = { readonly faults: Fault[]; readonly warnings: string[] }
