// Between two readings no connection is kept, however slowly the client reads.
const rowsAtOnce = 1_000

export async function* inPortions<T>(
  read: (after: T | undefined, count: number) => Promise<T[]>,
): AsyncGenerator<T[]> {
  for (let after: T | undefined; ; ) {
    const portion = await read(after, rowsAtOnce)
    yield portion
    after = portion.at(-1)
    if (portion.length < rowsAtOnce) return
  }
}
