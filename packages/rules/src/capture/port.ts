/** Used for the metadata; players' connections use the ports above. */
export const firstPort = 10_001
const ports = 55_000

/** Skips ports of connections that are still open, so `count` may grow. */
export const connectionPort = (count: number, open: ReadonlySet<number>): { count: number; port: number } => {
  for (let next = count; ; next++) {
    const port = firstPort + (next % ports)
    if (!open.has(port) || next - count === ports) return { count: next, port }
  }
}

/** Differ from those of an earlier connection with the same port. */
export const firstNumbers = (count: number): { client: number; server: number } => ({
  client: Math.imul(count, 0x9e3779b1) >>> 0,
  server: Math.imul(count, 0x85ebca6b) >>> 0,
})
