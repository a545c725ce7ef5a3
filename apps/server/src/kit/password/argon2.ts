import { isOlderHashOf, readOlderHash } from './older.ts'

/** `older`: of another platform, to be replaced by ours. `unknown`: no password can be checked against it. */
export type HashFormat = 'ours' | 'older' | 'unknown'

export type PasswordHasher = {
  hash(password: string): Promise<string>
  /** Null or of an unknown format: the same work is done, so that the time does not reveal who exists. */
  verify(hash: string | null, password: string): Promise<boolean>
}

type Cost = { memoryCost: number; timeCost: number; parallelism: number }

// argon2id, 19 MiB, two passes: about ten milliseconds of a thread outside the event loop.
const usualCost: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Verifying against it takes as long as against a real hash.
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$6SQBO8WPqZc04R6lsLt+7A$RA5bDbQaC2hzo6ktsY4crn0BiSMeseNWjABkLA2Z4R4'

const shape =
  /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{16,}$/
// A hash from elsewhere must not cost more memory or time than this.
const most: Cost = { memoryCost: 262_144, timeCost: 10, parallelism: 8 }

export const hashFormat = (stored: string): HashFormat => {
  const [, memory, time, lanes] = shape.exec(stored) ?? []
  if (memory === undefined) return readOlderHash(stored) === null ? 'unknown' : 'older'
  const isBounded =
    Number(memory) <= most.memoryCost && Number(time) <= most.timeCost && Number(lanes) <= most.parallelism
  return isBounded ? 'ours' : 'unknown'
}

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
    const older = stored === null ? null : readOlderHash(stored)
    if (older !== null) return limit(() => isOlderHashOf(older, password))
    const { verify } = await import('@node-rs/argon2')
    const known = stored !== null && hashFormat(stored) === 'ours' ? stored : null
    const matches = await limit(() => verify(known ?? decoy, password))
    return known !== null && matches
  },
})
