/** A start waits, however long the line is, without being taken for expired. */
const waitingMs = 86_400_000
/** Within this time of its end, a process that has died leaves its starts to the others. */
export const startLeaseMs = 30_000

type Pending = { id: string; image: string; proxied: boolean }

/** The row of a container that is to be started. It is there before the container is. */
export const pendingRow = ({ id, image, proxied }: Pending, now: number) => ({
  id,
  image,
  is_proxied: proxied,
  started_at: new Date(now),
  expect_stop_at: new Date(now + waitingMs),
  lease_until: new Date(now + startLeaseMs),
})
