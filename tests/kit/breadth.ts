/**
 * How much a run tries. `npm test` asks for each behavior once, `npm run test:all` (PENNANT_TEST_BREADTH=1)
 * also for its variants, `npm run test:long` (PENNANT_TEST_BREADTH=2) for as many as a night has room for.
 *
 * Use it for lists and counts: `it.each(byBreadth(['light'], ['light', 'dark']))`. A list that is shorter leaves
 * nothing behind that counts as skipped. The runner finds the files to repeat by their import of this one.
 */
export const byBreadth = <T>(each: T, all: T, long: T = all): T => {
  const asked = process.env['PENNANT_TEST_BREADTH'] ?? '0'
  if (asked === '0') return each
  if (asked === '1') return all
  if (asked === '2') return long
  throw new Error(`PENNANT_TEST_BREADTH is 0, 1, or 2, not ${asked}`)
}
