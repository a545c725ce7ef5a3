import type { QueryKey } from '@tanstack/react-query'

export type PersistedQuery = {
  hash: string
  key: QueryKey
  data: unknown
  /** By this machine's clock. */
  at: number
  /** Null: a logged-out visitor's. Undefined: everyone's. */
  owner: string | null | undefined
  week: number
  build: string
}

export type Size = 'small' | 'large'

export type SizedStore = {
  read(): Promise<PersistedQuery[]>
  write(answer: PersistedQuery): Promise<void>
  remove(hashes: readonly string[]): Promise<void>
  drop(which: 'owned' | 'all'): Promise<void>
}

export type AnswerStore = {
  read(size: Size): Promise<PersistedQuery[]>
  write(size: Size, answer: PersistedQuery): Promise<void>
  remove(size: Size, hashes: readonly string[]): Promise<void>
  drop(which: 'owned' | 'all'): Promise<void>
}
