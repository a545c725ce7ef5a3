/** SHA-256 of the text in UTF-8, as 64 lower-case hexadecimal digits. */
export type Sha256 = (text: string) => string

const productPrefix = 'PENNANT'

/** `privateKey` is the text that is stored, not the key it hides. */
export const gameSalt = (sha256: Sha256, privateKey: string, prefix: string = productPrefix): string =>
  sha256(`${prefix}@${privateKey}@PK`)

export const challengeSalt = (sha256: Sha256, salt: string, challengeId: number): string =>
  sha256(`${salt}::${challengeId}`)

/** Services outside compute it too, from the salt of a challenge and the token that a team shows them. */
export const teamHash = (sha256: Sha256, salt: string, token: string): string =>
  sha256(`${salt}::${token}`).slice(12, 24)
