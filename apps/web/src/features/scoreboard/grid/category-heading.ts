import type { ChallengeCategory } from '@pennant/contract/enums'

export type CategoryHeading = {
  word: string
  sign: boolean
  narrow: boolean
}

const short: Partial<Record<ChallengeCategory, string>> = {
  Reverse: 'Rev',
  Blockchain: 'Chain',
  Forensics: 'Foren',
  Hardware: 'HW',
  Pentest: 'Pent',
}
const mostBesideSign = 7

export const headingOf = (category: ChallengeCategory, count: number): CategoryHeading => {
  if (count === 1) return { word: short[category] ?? category, sign: false, narrow: true }
  return { word: category, sign: count > 2 || category.length <= mostBesideSign, narrow: false }
}
