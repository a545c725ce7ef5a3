/** Returns null, or the reason to show beside skipped tests. PENNANT_TEST_REQUIRE_ALL=1 allows none. */
export function skipReason(present: boolean, reason: string): string | null {
  if (present) return null
  if (process.env['PENNANT_TEST_REQUIRE_ALL'] === '1')
    throw new Error(`PENNANT_TEST_REQUIRE_ALL=1, but ${reason}`)
  return reason
}

export const withSkipReason = (name: string, reason: string | null): string =>
  reason === null ? name : `${name} (left out: ${reason})`
