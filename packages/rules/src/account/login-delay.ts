export type LoginDelay = { kind: 'wait'; ms: number } | { kind: 'refuse'; untilMs: number }

const free = 3
const longestWait = 8_000
const refuseAfter = 12
const longestRefusal = 900_000

/** Each failure in a row doubles the wait, until attempts are refused for a while. */
export const loginDelay = (failures: number, lastAt: number, now: number): LoginDelay => {
  if (failures < free) return { kind: 'wait', ms: 0 }
  if (failures < refuseAfter) return { kind: 'wait', ms: Math.min(longestWait, 250 * 2 ** (failures - free)) }
  const until = lastAt + Math.min(longestRefusal, 15_000 * 2 ** (failures - refuseAfter))
  return until > now ? { kind: 'refuse', untilMs: until } : { kind: 'wait', ms: longestWait }
}
