import type { ChallengeCategory } from '@pennant/contract/enums'

export type CategoryHeading = {
  word: string
  /** Whether there is room for the sign beside it. */
  sign: boolean
  /** Of one challenge alone: in small letters. */
  narrow: boolean
}

/** What players call those whose names are wider than a column. */
const short: Partial<Record<ChallengeCategory, string>> = {
  Reverse: 'Rev',
  Blockchain: 'Chain',
  Forensics: 'Foren',
  Hardware: 'HW',
  Pentest: 'Pent',
}
const mostBesideSign = 7

/** How a category is written above so many columns, so that nothing of it is cut. */
export const headingOf = (category: ChallengeCategory, count: number): CategoryHeading => {
  if (count === 1) return { word: short[category] ?? category, sign: false, narrow: true }
  return { word: category, sign: count > 2 || category.length <= mostBesideSign, narrow: false }
}
