// Hebrew, Arabic, and their neighbors.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * A name that is read from right to left would reorder the text around it. Between these two characters it can't. Any other
 * name stays as it is, so that it can be searched for and copied. In markup, `Name` does the same.
 */
export const isolated = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name)
