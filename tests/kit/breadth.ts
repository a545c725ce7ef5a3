/**
 * PENNANT_TEST_BREADTH: `npm test` (0) tries each behavior once, `test:all` (1) its variants, `test:long` (2)
 * even more. Shorter lists leave no skipped tests. The runner repeats the files that import this one.
 */
export const byBreadth = <T>(each: T, all: T, long: T = all): T => {
  const asked = process.env['PENNANT_TEST_BREADTH'] ?? '0'
  if (asked === '0') return each
  if (asked === '1') return all
  if (asked === '2') return long
  throw new Error(`PENNANT_TEST_BREADTH is 0, 1, or 2, not ${asked}`)
}

/** One of `every`, beginning at another one each turn, so that turns together reach all kinds; with breadth, all. */
export const sampleOf = <T>(things: Iterable<T>, turn: number, every = 16): T[] =>
  byBreadth(
    [...things].filter((_, at) => at % every === turn % every),
    [...things],
  )

/** Tests that `npm test` leaves out, in a file whose first ones it runs. */
export const withBreadth = (declare: () => void): void => {
  if (byBreadth(false, true)) declare()
}
