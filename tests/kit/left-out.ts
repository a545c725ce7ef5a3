/**
 * What a test needs that this machine may not have. `null` when it is there; otherwise the reason to show
 * beside the tests that are left out. With PENNANT_TEST_REQUIRE_ALL=1 nothing may be left out.
 */
export function leftOut(present: boolean, reason: string): string | null {
  if (present) return null
  if (process.env['PENNANT_TEST_REQUIRE_ALL'] === '1')
    throw new Error(`PENNANT_TEST_REQUIRE_ALL=1, but ${reason}`)
  return reason
}

/** The name of a suite, with the reason when it is left out. */
export const titled = (name: string, reason: string | null): string =>
  reason === null ? name : `${name} (left out: ${reason})`
