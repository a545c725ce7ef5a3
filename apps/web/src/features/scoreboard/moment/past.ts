import type { Board } from '../board.ts'

/** `missing`: the names of what was deleted for good since then. */
export type Past = { moment: number; board: Board; missing: readonly string[] }

/** `past`: the newest board that came, or null before the first and where none can be shown. */
export type Sight = { moment: number; past: Past | null; failed: boolean }
