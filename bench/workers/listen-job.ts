/** Of a board that contains a solve: its version, and when the right answer was sent. */
export type Solve = { version: number; sentAt: number }

/** First so many watch a game; in the end they tell how soon each of them knew of every solve. */
export type ListenJob =
  | { kind: 'open'; ports: readonly number[]; gameId: number; count: number }
  | { kind: 'report'; solves: readonly Solve[] }

/** In milliseconds, of every watcher and every solve; infinite for what was never heard of. */
export type ListenResult = Float64Array
