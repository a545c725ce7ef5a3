import confusables from 'unhomoglyph/data.json' with { type: 'json' }

/**
 * What a name looks like, in forms that can be compared: two names that share one can be taken for each other. What
 * is stored of it has to be computed again whenever the data behind it changes.
 */
export type SkeletonsOf = (name: string) => string[]

const prototypes = new Map<string, string>(Object.entries(confusables))
const ignorable = /\p{Default_Ignorable_Code_Point}/gu

/** The skeleton of UTS 39, section 4: two texts that look alike have the same. */
export const skeletonOf = (text: string): string =>
  Array.from(text.normalize('NFD').replace(ignorable, ''), (char) => prototypes.get(char) ?? char)
    .join('')
    .normalize('NFD')

/**
 * Skeletons that don't tell case apart, nor the letters that are one stroke in one case only. Whatever has the same
 * skeleton has the same folded one.
 */
const folded = (text: string): string => skeletonOf(skeletonOf(text).toLowerCase()).replaceAll('i', 'l')

/** Of the name as it is, and of what compatibility characters such as full-width letters stand for. */
export const skeletonsOf: SkeletonsOf = (name) => [...new Set([folded(name), folded(name.normalize('NFKC'))])]
