import type { CachedBoard } from './read-board.ts'

/** Otherwise the board is always read whole. */
export const mayFollow = ({ board, trust }: CachedBoard): boolean =>
  trust !== 'none' && board.version !== undefined
