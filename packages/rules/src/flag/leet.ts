export type Alphabet = ReadonlyMap<string, string>

const digits = {
  0: '0oO',
  1: '1lI',
  2: '2zZ',
  3: '3eE',
  4: '4aA',
  5: '5Ss',
  6: '6Gb',
  7: '7T',
  8: '8bB',
  9: '9g',
}

const lookalikes = {
  a: '4',
  b: '68',
  e: '3',
  f: '1',
  g: '69',
  i: '1l',
  l: '1I',
  o: '0',
  q: '9',
  s: '5',
  t: '7',
  z: '2',
}

const alphabet = (
  extraOf: Readonly<Record<string, string>>,
  digitSets: Readonly<Record<string, string>>,
): Alphabet =>
  new Map([
    ...[...'abcdefghijklmnopqrstuvwxyz'].flatMap((lower): [string, string][] => {
      const upper = lower.toUpperCase()
      const set = lower + upper + (extraOf[lower] ?? '')
      return [
        [lower, set],
        [upper, set],
      ]
    }),
    ...Object.entries(digitSets),
  ])

export const plainAlphabet: Alphabet = alphabet(lookalikes, digits)

export const extendedAlphabet: Alphabet = alphabet(
  { ...lookalikes, a: '4@', b: '6&', c: '(', i: '1l!', l: '1I!', o: '0#', s: '5$', z: '2?' },
  { ...digits, 0: '0oO#', 1: '1lI|', 2: '2zZ?', 8: '8B&' },
)
