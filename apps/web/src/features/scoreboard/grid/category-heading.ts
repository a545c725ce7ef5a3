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
/** What the padding takes, and the sign beside it. */
const aroundWord = 1.75
const signAndGap = 3.25

/** `room`: about how many letters would fit without padding. */
export const headingOf = (category: ChallengeCategory, count: number, room: number): CategoryHeading => {
  const shortened = short[category] ?? category
  if (count === 1) return { word: shortened, sign: false, narrow: true }
  const left = room - aroundWord
  const word = category.length <= left ? category : shortened
  return { word, sign: word.length + signAndGap <= left, narrow: false }
}
