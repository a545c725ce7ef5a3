import type { QueryKey } from '@tanstack/react-query'

export type PersistedQuery = {
  hash: string
  key: QueryKey
  data: unknown
  /** When it was answered, by this machine's clock. */
  at: number
  /** Null for a visitor's; undefined for everybody's. */
  owner: string | null | undefined
  week: number
  build: string
}

export type Size = 'small' | 'large'

/** Where answers of one size are kept between visits. */
export type SizedStore = {
  read(): Promise<PersistedQuery[]>
  write(answer: PersistedQuery): Promise<void>
  remove(hashes: readonly string[]): Promise<void>
  drop(which: 'owned' | 'all'): Promise<void>
}

/** Where all of them are. */
export type AnswerStore = {
  read(size: Size): Promise<PersistedQuery[]>
  write(size: Size, answer: PersistedQuery): Promise<void>
  remove(size: Size, hashes: readonly string[]): Promise<void>
  /** What is somebody's own, or everything. */
  drop(which: 'owned' | 'all'): Promise<void>
}
