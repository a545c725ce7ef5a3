import { verify } from '@node-rs/argon2'
import { serve } from '@pennant/load/worker'

export type HashJob = { hash: string; password: string; atOnce: number; forMs: number }

/** How many a second. */
serve(async ({ hash, password, atOnce, forMs }: HashJob): Promise<number> => {
  const began = performance.now()
  let done = 0
  const again = async (): Promise<void> => {
    while (performance.now() - began < forMs) {
      if (!(await verify(hash, password))) throw new Error('the password is another')
      done++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, again))
  return (done * 1000) / (performance.now() - began)
})
