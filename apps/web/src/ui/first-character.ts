const segmenter = new Intl.Segmenter()

/** As a reader counts them: a letter with its marks, or a whole emoji. */
export const firstCharacter = (text: string): string | undefined =>
  segmenter.segment(text)[Symbol.iterator]().next().value?.segment
