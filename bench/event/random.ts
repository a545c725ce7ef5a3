export type Random = {
  next(): number
  below(limit: number): number
  normal(): number
}

/** Deterministic on every machine (mulberry32). */
export const createRandom = (seed: number): Random => {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    // Twelve draws have a variance of one, and need no functions that differ between machines.
    normal() {
      let sum = -6
      for (let draw = 0; draw < 12; draw++) sum += next()
      return sum
    },
  }
}
