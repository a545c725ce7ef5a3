import type { SubmissionType } from '@pennant/contract/enums'

const places: Readonly<Partial<Record<SubmissionType, 1 | 2 | 3>>> = {
  FirstBlood: 1,
  SecondBlood: 2,
  ThirdBlood: 3,
}

/** 0 without blood. */
export const bloodPlaceOf = (type: SubmissionType): 0 | 1 | 2 | 3 => places[type] ?? 0
