const second = 1_000
const minute = 60 * second
const hour = 60 * minute

const delays = [30 * second, 2 * minute, 10 * minute, 30 * minute, hour]
const lifetime = 24 * hour

/** Null: the mail is given up. */
export const nextAttempt = (attempts: number, createdAt: Date, now: number): Date | null => {
  const delay = delays[Math.min(attempts, delays.length) - 1] ?? delays[0] ?? 0
  const next = now + delay
  return next - createdAt.getTime() > lifetime ? null : new Date(next)
}
