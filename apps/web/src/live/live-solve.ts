import type { GameNotice } from '@pennant/contract/hub'
import type { SolveNews } from '@pennant/contract/scoreboard'

/** Of a compatible server: without its challenge's ID. */
export type LiveSolve = Pick<SolveNews, 'team' | 'challenge' | 'time'> & {
  challengeId: number | null
  /** Of the blood, from 1 to 3; otherwise 0. */
  place: 0 | 1 | 2 | 3
  isOwn: boolean
  /** Known of the own team alone. */
  user?: string
}

export const bloodPlaceOf = (place: number): LiveSolve['place'] =>
  place === 1 || place === 2 || place === 3 ? place : 0

export const bloodTypes = ['FirstBlood', 'SecondBlood', 'ThirdBlood']

/** Null for other notices. */
export const solveInNotice = (
  { type, values: [team = '', challenge = ''], time }: GameNotice,
  ownTeam: string | null,
): LiveSolve | null => {
  const place = bloodPlaceOf(bloodTypes.indexOf(type) + 1)
  return place === 0 ? null : { team, challenge, challengeId: null, place, time, isOwn: team === ownTeam }
}

// What several sources tell has no more in common.
const keyOf = ({ team, challenge }: LiveSolve): string => `${team}\n${challenge}`

/** Each solve once, as the first list tells it. */
export const withoutRepeats = (known: readonly LiveSolve[], more: readonly LiveSolve[]): LiveSolve[] => {
  const keys = new Set(known.map(keyOf))
  return more.filter((solve) => {
    const key = keyOf(solve)
    const isNew = !keys.has(key)
    keys.add(key)
    return isNew
  })
}
