/** The metadata is sent to it; players' connections begin with the next. */
export const firstPort = 10_001
const ports = 55_000

/**
 * The port that stands for the client in the `count`th connection of a file, or of a later one while a
 * connection that is still open has it.
 */
export const connectionPort = (count: number, open: ReadonlySet<number>): { count: number; port: number } => {
  for (let next = count; ; next++) {
    const port = firstPort + (next % ports)
    if (!open.has(port) || next - count === ports) return { count: next, port }
  }
}

/** Where both sides of a connection begin to count: unlike an earlier one that had the same port. */
export const firstNumbers = (count: number): { client: number; server: number } => ({
  client: Math.imul(count, 0x9e3779b1) >>> 0,
  server: Math.imul(count, 0x85ebca6b) >>> 0,
})
