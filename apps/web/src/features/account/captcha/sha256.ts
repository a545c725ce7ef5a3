/** For messages of 16 bytes. Web Crypto needs a promise for each, and is missing without HTTPS. */
export const createHasher = () => {
  const words = new Uint32Array(64)
  const state = new Uint32Array(8)

  return (message: DataView): Uint32Array => {
    for (let index = 0; index < 4; index++) words[index] = message.getUint32(index * 4)
    words[4] = 0x80000000
    words.fill(0, 5, 15)
    words[15] = 16 * 8
    for (let index = 16; index < 64; index++) {
      const [a, b] = [at(words, index - 15), at(words, index - 2)]
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
      words[index] = at(words, index - 16) + s0 + at(words, index - 7) + s1
    }
    state.set(initial)
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = initial
    for (let index = 0; index < 64; index++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(rounds, index) + at(words, index)) | 0
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + t1) | 0
      d = c
      c = b
      b = a
      a = (t1 + t2) | 0
    }
    const ends = [a, b, c, d, e, f, g, h]
    for (let index = 0; index < 8; index++) state[index] = at(state, index) + (ends[index] ?? 0)
    return state
  }
}

const at = (list: Uint32Array, index: number): number => list[index] ?? 0
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

const primes: readonly number[] = (() => {
  const found: number[] = []
  for (let candidate = 2; found.length < 64; candidate++)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  return found
})()

const fraction = (value: number): number => Math.floor((value % 1) * 2 ** 32)

const initial = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const rounds = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
