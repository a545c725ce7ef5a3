/** Over UTF-8, as 64 lower-case hexadecimal digits. */
export type Sha256 = (text: string) => string

const productPrefix = 'PENNANT'

/** `privateKey` is the stored text, not the key inside it. */
export const gameSalt = (sha256: Sha256, privateKey: string, prefix: string = productPrefix): string =>
  sha256(`${prefix}@${privateKey}@PK`)

export const challengeSalt = (sha256: Sha256, salt: string, challengeId: number): string =>
  sha256(`${salt}::${challengeId}`)

/** Outside services compute it, too, from a challenge's salt and a team's token. */
export const teamHash = (sha256: Sha256, salt: string, token: string): string =>
  sha256(`${salt}::${token}`).slice(12, 24)
