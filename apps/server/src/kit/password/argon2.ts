export type PasswordHasher = {
  hash(password: string): Promise<string>
  /** Null: the same work is done, so that the time does not reveal who exists. */
  verify(hash: string | null, password: string): Promise<boolean>
}

type Cost = { memoryCost: number; timeCost: number; parallelism: number }

// argon2id, 19 MiB, two passes: about ten milliseconds of a thread outside the event loop.
const usualCost: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Verifying against it takes as long as against a real hash.
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$6SQBO8WPqZc04R6lsLt+7A$RA5bDbQaC2hzo6ktsY4crn0BiSMeseNWjABkLA2Z4R4'

export type Argon2Options = {
  limit: <T>(work: () => Promise<T>) => Promise<T>
  cost?: Cost
}

export const createArgon2Hasher = ({ limit, cost = usualCost }: Argon2Options): PasswordHasher => ({
  async hash(password) {
    const { hash } = await import('@node-rs/argon2')
    return limit(() => hash(password, cost))
  },
  async verify(stored, password) {
    const { verify } = await import('@node-rs/argon2')
    const matches = await limit(() => verify(stored ?? decoy, password))
    return stored !== null && matches
  },
})
