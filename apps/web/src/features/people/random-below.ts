const range = 2 ** 32

/** By the browser's own source of chance, without favouring small numbers. */
export const randomBelow = (below: number): number => {
  for (;;) {
    const [drawn = range] = crypto.getRandomValues(new Uint32Array(1))
    if (drawn < range - (range % below)) return drawn % below
  }
}
