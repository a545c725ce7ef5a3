import confusables from 'unhomoglyph/data.json' with { type: 'json' }

/** Two names that share a form look alike. Stored forms must be recomputed when the data changes. */
export type SkeletonsOf = (name: string) => string[]

const prototypes = new Map<string, string>(Object.entries(confusables))
const ignorable = /\p{Default_Ignorable_Code_Point}/gu

// UTS 39, section 4.
export const skeletonOf = (text: string): string =>
  Array.from(text.normalize('NFD').replace(ignorable, ''), (char) => prototypes.get(char) ?? char)
    .join('')
    .normalize('NFD')

// Some letters are one stroke in only one case: I looks like l.
const folded = (text: string): string => skeletonOf(skeletonOf(text).toLowerCase()).replaceAll('i', 'l')

export const skeletonsOf: SkeletonsOf = (name) => [...new Set([folded(name), folded(name.normalize('NFKC'))])]
