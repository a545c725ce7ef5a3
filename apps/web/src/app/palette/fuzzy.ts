const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

const bonus = { start: 8, word: 6, row: 7, letter: 1 } as const

/** Null if letters are missing. Starts of words, letters in a row, and short texts score higher. */
export const match = (search: string, text: string): number | null => {
  const wanted = [...fold(search)].filter((letter) => letter.trim() !== '')
  // Letter by letter as written, because folding may add letters.
  const letters = [...text].map(fold)
  const gains = letters.map((_, place) => bonus.letter + placeBonus(letters, place))
  /** For each letter of the text: the best score so far with the last match there. */
  let ways = letters.map(() => Number.NEGATIVE_INFINITY)
  for (const [index, letter] of wanted.entries()) {
    let before = index === 0 ? 0 : Number.NEGATIVE_INFINITY
    const next: number[] = []
    for (const [place, gain] of gains.entries()) {
      const row = index > 0 && place > 0 ? (ways[place - 1] ?? 0) + bonus.row : before
      next.push(
        letters[place]?.startsWith(letter) === true ? gain + Math.max(before, row) : Number.NEGATIVE_INFINITY,
      )
      if (index > 0) before = Math.max(before, ways[place] ?? Number.NEGATIVE_INFINITY)
    }
    ways = next
  }
  const score = wanted.length === 0 ? 0 : Math.max(...ways, Number.NEGATIVE_INFINITY)
  return score === Number.NEGATIVE_INFINITY ? null : score - letters.length / 100
}

const placeBonus = (letters: readonly string[], place: number): number => {
  if (place === 0) return bonus.start
  return /[^\p{L}\p{N}]/u.test(letters[place - 1] ?? '') ? bonus.word : 0
}

export const search = <T>(wanted: string, entries: readonly T[], textOf: (entry: T) => string): T[] =>
  wanted.trim() === ''
    ? [...entries]
    : entries
        .flatMap((entry, index) => {
          const score = match(wanted, textOf(entry))
          return score === null ? [] : [{ entry, index, score }]
        })
        .toSorted((one, other) => other.score - one.score || one.index - other.index)
        .map(({ entry }) => entry)
