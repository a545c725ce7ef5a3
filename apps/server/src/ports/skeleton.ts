/**
 * What a name looks like, in forms that can be compared: two names that share one can be taken for each other. What
 * is stored of it has to be computed again whenever the data behind it changes.
 */
export type SkeletonsOf = (name: string) => string[]
