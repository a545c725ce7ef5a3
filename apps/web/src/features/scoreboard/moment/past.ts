import type { Board } from '../board.ts'

/** `missing`: the names of what was deleted for good since then. */
export type Past = { moment: number; board: Board; missing: readonly string[] }
