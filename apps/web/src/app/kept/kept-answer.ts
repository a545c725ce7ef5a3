import type { QueryKey } from '@tanstack/react-query'

export type KeptAnswer = {
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

/** Where answers are kept between visits. */
export type Shelf = {
  read(size: Size): Promise<KeptAnswer[]>
  write(size: Size, answer: KeptAnswer): Promise<void>
  /** What is somebody's own, or everything. */
  drop(which: 'owned' | 'all'): Promise<void>
}
