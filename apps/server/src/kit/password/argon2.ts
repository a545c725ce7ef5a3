/** Turns passwords into something that can be stored. */
export type PasswordHasher = {
  hash(password: string): Promise<string>
  /** With no hash the same work is done for nothing, so that time tells nobody who exists. */
  verify(hash: string | null, password: string): Promise<boolean>
}

type Cost = { memoryCost: number; timeCost: number; parallelism: number }

/** argon2id, 19 MiB, two passes: about ten milliseconds of a thread outside the event loop. */
const usualCost: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Of a password that nobody has: verifying against it costs what verifying a real one costs. */
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$6SQBO8WPqZc04R6lsLt+7A$RA5bDbQaC2hzo6ktsY4crn0BiSMeseNWjABkLA2Z4R4'

export type Argon2Options = {
  /** Lets a piece of work run when it is its turn. */
  turn: <T>(work: () => Promise<T>) => Promise<T>
  cost?: Cost
}

/** The library is loaded with the first password, not with the program. */
export const createArgon2Hasher = ({ turn, cost = usualCost }: Argon2Options): PasswordHasher => ({
  async hash(password) {
    const { hash } = await import('@node-rs/argon2')
    return turn(() => hash(password, cost))
  },
  async verify(stored, password) {
    const { verify } = await import('@node-rs/argon2')
    const matches = await turn(() => verify(stored ?? decoy, password))
    return stored !== null && matches
  },
})
