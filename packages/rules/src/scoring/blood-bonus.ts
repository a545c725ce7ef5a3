import type { SubmissionType } from '@pennant/contract/enums'

/** In permille of the score. */
export type BloodBonus = { first: number; second: number; third: number }

const usual: BloodBonus = { first: 50, second: 30, third: 10 }
const most = 1000

export const packBloodBonus = ({ first, second, third }: BloodBonus): number =>
  first * 1_048_576 + second * 1024 + third

/** Ten bits each. If any is out of range, the default bonus applies. */
export const unpackBloodBonus = (packed: number): BloodBonus => {
  const second = Math.floor(packed / 1024) % 1024
  const bonus = { first: Math.floor(packed / 1_048_576), second, third: packed % 1024 }
  return Object.values(bonus).every((part) => part >= 0 && part <= most) ? bonus : { ...usual }
}

/** Single precision and ties to even, like other implementations: moving a game must not change its board. */
export const withBonus = (score: number, permille: number): number => {
  const factor = Math.fround(Math.fround(permille / 1000) + 1)
  return roundHalfEven(Math.fround(Math.fround(score) * factor))
}

const roundHalfEven = (value: number): number => {
  const below = Math.floor(value)
  const rest = value - below
  if (rest !== 0.5) return rest < 0.5 ? below : below + 1
  return below % 2 === 0 ? below : below + 1
}

const places: Readonly<Partial<Record<SubmissionType, 1 | 2 | 3>>> = {
  FirstBlood: 1,
  SecondBlood: 2,
  ThirdBlood: 3,
}

/** 0 without blood. */
export const bloodPlaceOf = (type: SubmissionType): 0 | 1 | 2 | 3 => places[type] ?? 0
