/** For what is waited for: seen at once, and given its time on a busy machine. */
export const patient = { interval: 2, timeout: 20_000 }
