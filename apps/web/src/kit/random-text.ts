const range = 2 ** 32

/** Draws again above the last multiple: a plain modulo favors small numbers. */
export const randomBelow = (below: number): number => {
  for (;;) {
    const [drawn = range] = crypto.getRandomValues(new Uint32Array(1))
    if (drawn < range - (range % below)) return drawn % below
  }
}

// No characters that are mistaken for each other.
const plain = 'abcdefghijkmnpqrstuvwxyz23456789'
const codeLength = 12

export const randomCode = (random = randomBelow): string =>
  Array.from({ length: codeLength }, () => plain.charAt(random(plain.length))).join('')
