const segmenter = new Intl.Segmenter()

/** What a reader takes for characters: a letter with its marks, or an emoji of several parts, is one. */
export const graphemesIn = (text: string): number => [...segmenter.segment(text)].length
