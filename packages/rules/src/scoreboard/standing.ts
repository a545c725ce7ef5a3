/** 1 to 3 for a blood, 0 for none. */
export type BloodRank = 0 | 1 | 2 | 3

/** Packed into a small number; 0 where there is no solve. */
export type Standing = number

const solved = 1
const scores = 2
const bloodRankShift = 2

export const isSolved = (standing: Standing): boolean => standing !== 0
export const doesScore = (standing: Standing): boolean => (standing & scores) !== 0
export const bloodRankOf = (standing: Standing): BloodRank => (standing >> bloodRankShift) as BloodRank

/** By the index of team and challenge. Numbers, since on a big board following pointers takes the time. */
export type Standings = {
  readonly bytes: Uint8Array
  readonly positions: Int32Array
  readonly challenges: number
}

export const createStandings = (teams: number, challenges: number): Standings => ({
  bytes: new Uint8Array(teams * challenges),
  positions: new Int32Array(teams * challenges),
  challenges,
})

export const standingOf = ({ bytes, challenges }: Standings, team: number, challenge: number): Standing =>
  bytes[team * challenges + challenge] ?? 0

export const setSolved = (
  { bytes, challenges }: Standings,
  team: number,
  challenge: number,
  withScore: boolean,
): void => {
  bytes[team * challenges + challenge] = withScore ? solved | scores : solved
}

export const setBloodRank = (
  { bytes, challenges }: Standings,
  team: number,
  challenge: number,
  rank: BloodRank,
): void => {
  const at = team * challenges + challenge
  bytes[at] = ((bytes[at] ?? 0) & (solved | scores)) | (rank << bloodRankShift)
}

export const positionOf = ({ positions, challenges }: Standings, team: number, challenge: number): number =>
  positions[team * challenges + challenge] ?? 0

export const setPosition = (
  { positions, challenges }: Standings,
  team: number,
  challenge: number,
  position: number,
): void => {
  positions[team * challenges + challenge] = position
}
