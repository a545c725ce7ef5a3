/** Ten lines that are told apart by their dashes and by a figure at their end, too. */
export const lineCount = 10

const dashes: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [10, 3, 2, 3], [14, 5]]

/** The own team's, where it is none of them: solid, and thicker than any. */
export const apartWidth = 3.5

export const dashOf = (at: number): number[] => [...(dashes[at % dashes.length] ?? [])]
