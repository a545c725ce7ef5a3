/** What somebody who keeps guessing one account's password from one address has to put up with. */
export type LoginDelay = { kind: 'wait'; ms: number } | { kind: 'refuse'; untilMs: number }

const free = 3
const longestWait = 8_000
const refuseAfter = 12
const longestRefusal = 900_000

/**
 * After `failures` in a row, the last at `lastAt`: first every answer takes twice as long as the one
 * before, then there is none until a while has passed.
 */
export const loginDelay = (failures: number, lastAt: number, now: number): LoginDelay => {
  if (failures < free) return { kind: 'wait', ms: 0 }
  if (failures < refuseAfter) return { kind: 'wait', ms: Math.min(longestWait, 250 * 2 ** (failures - free)) }
  const until = lastAt + Math.min(longestRefusal, 15_000 * 2 ** (failures - refuseAfter))
  return until > now ? { kind: 'refuse', untilMs: until } : { kind: 'wait', ms: longestWait }
}
