/**
 * How those who watch a scoreboard spread their requests after they have heard of a new version: thousands hear of it in
 * the same moment. Sizes are those of the whole board as plain JSON.
 */
const msPerWatcher = 0.15
const bytesPerMs = 20_000
const longestMs = 5_000
// Applying changes takes a fast page 8 ms for each MB: with the rest that follows, a tenth of its time.
const appliedBytesPerMs = 15_000

/** For what has changed. A larger board takes browsers longer, and changes less often for its readers, however few. */
export const changesSpreadMs = (watchers: number, boardBytes: number): number => {
  const forServer = watchers * (msPerWatcher + boardBytes / bytesPerMs / 1_000)
  return Math.min(longestMs, Math.round(Math.max(forServer, boardBytes / appliedBytesPerMs)))
}

const longestWholeMs = 20_000
// Compressed, it has a tenth; all of them then take some 800 Mbit/s.
const wholeBytesPerMs = 1_000_000

/** For the whole board, which is a hundred times as large. */
export const wholeSpreadMs = (watchers: number, boardBytes: number): number =>
  Math.min(longestWholeMs, Math.round((watchers * boardBytes) / wholeBytesPerMs))

/** Where the server doesn't say. */
export const usualSpreadMs = 1_500
/** For those who have open what was solved. They rest as long as everyone. */
export const openSpreadMs = 500
const usualRestMs = 3_000
const shortestRestMs = 250
const restOfSpread = 1.3

/** While teams solve all the time, a page asks no more often. */
export const restMsOf = (spreadMs: number | undefined): number =>
  spreadMs === undefined ? usualRestMs : Math.max(shortestRestMs, Math.round(spreadMs * restOfSpread))

/** Those who rest are spread already, by when they asked last. */
export const askAfterMs = (restMs: number, spreadMs = usualSpreadMs, chance = Math.random()): number =>
  restMs > 0 ? restMs : chance * spreadMs
