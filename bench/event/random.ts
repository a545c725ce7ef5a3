export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number
  /** Around 0, two thirds of them within 1. */
  normal(): number
}

/** The same numbers from the same seed, on every machine (mulberry32). */
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
    // Twelve of them have a variance of one. Needs no functions that machines may compute differently.
    normal() {
      let sum = -6
      for (let draw = 0; draw < 12; draw++) sum += next()
      return sum
    },
  }
}
