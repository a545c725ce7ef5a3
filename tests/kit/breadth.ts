/**
 * `npm test` tries each behavior once, `npm run test:all` (PENNANT_TEST_BREADTH=1) also its variants, and
 * `npm run test:long` (PENNANT_TEST_BREADTH=2) as many as a night has room for. Shorter lists, as in
 * `it.each(byBreadth(['light'], ['light', 'dark']))`, leave no skipped tests. The runner repeats the files
 * that import this one.
 */
export const byBreadth = <T>(each: T, all: T, long: T = all): T => {
  const asked = process.env['PENNANT_TEST_BREADTH'] ?? '0'
  if (asked === '0') return each
  if (asked === '1') return all
  if (asked === '2') return long
  throw new Error(`PENNANT_TEST_BREADTH is 0, 1, or 2, not ${asked}`)
}
