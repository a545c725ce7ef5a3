import type { PasswordHasher } from '../../ports/password.ts'

/** argon2id, 19 MiB, two passes: about ten milliseconds of a thread outside the event loop. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export type Argon2Options = { concurrency: number }

/** The library is loaded with the first password, not with the program. */
export const createArgon2Hasher = ({ concurrency }: Argon2Options): PasswordHasher => {
  const slots = createSlots(concurrency)
  let decoy: Promise<string> | undefined
  const hash = (password: string): Promise<string> =>
    slots(async () => (await import('@node-rs/argon2')).hash(password, parameters))
  return {
    hash,
    async verify(stored, password) {
      const { verify } = await import('@node-rs/argon2')
      decoy ??= hash('a password that nobody has')
      const against = stored ?? (await decoy)
      const matches = await slots(() => verify(against, password))
      return stored !== null && matches
    },
  }
}

/** Lets `limit` pieces of work run at once; the others wait in order. */
const createSlots = (limit: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
