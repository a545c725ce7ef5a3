/** Turns passwords into something that can be stored. */
export type PasswordHasher = {
  hash(password: string): Promise<string>
  /** With no hash the same work is done for nothing, so that time tells nobody who exists. */
  verify(hash: string | null, password: string): Promise<boolean>
}
